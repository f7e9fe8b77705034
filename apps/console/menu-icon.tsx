import {
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BookOutlined,
  CloudDownloadOutlined,
  FileDoneOutlined,
  FileTextOutlined,
  FormOutlined,
  HighlightOutlined,
  HomeOutlined,
  IdcardOutlined,
  MailOutlined,
  ProfileOutlined,
  SafetyOutlined,
  SettingOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

const icons: Readonly<Record<string, ReactNode>> = {
  home: <HomeOutlined />,
  application: <AppstoreOutlined />,
  exam: <FileDoneOutlined />,
  setting: <SettingOutlined />,
  organization: <TeamOutlined />,
  team: <TeamOutlined />,
  user: <UserOutlined />,
  download: <CloudDownloadOutlined />,
  marking: <HighlightOutlined />,
  mail: <MailOutlined />,
  book: <BookOutlined />,
  form: <FormOutlined />,
  report: <BarChartOutlined />,
  chart: <BarChartOutlined />,
  log: <AuditOutlined />,
  audit: <AuditOutlined />,
  idcard: <IdcardOutlined />,
  safety: <SafetyOutlined />,
  paper: <FileTextOutlined />,
  api: <ApiOutlined />,
  company: <BankOutlined />,
}

/** The picture of a menu entry; a plain one for names that are not in the table. */
export function MenuIcon({ name }: { readonly name: string }): ReactNode {
  return icons[name] ?? <ProfileOutlined />
}
