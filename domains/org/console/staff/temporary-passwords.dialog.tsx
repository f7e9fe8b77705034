import { CopyOutlined } from '@ant-design/icons'
import { copyText, Dash, FocusReturn } from '@kaopei/web'
import { Alert, Button, Modal, Table, type TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { wayWords } from '../way-words.ts'
import type { TemporaryPassword } from './staff-opened.ts'

type Column = TableColumnsType<TemporaryPassword>[number]

interface Props {
  readonly list: readonly TemporaryPassword[]
  readonly onClose: () => void
}

/** The only time these passwords can be read: the server keeps their hashes. */
export function TemporaryPasswordsDialog({ list, onClose }: Props): ReactNode {
  const all = () => list.map(({ name, loginAccount, temporaryPassword }) => [name, loginAccount, temporaryPassword].join('\t'))
  const isSent = list.some(({ sentBy: ways = [] }) => ways.length > 0)
  return (
    <Modal
      open
      title="临时密码"
      width={640}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button
          key="copy"
          icon={<CopyOutlined />}
          onClick={() => void copyText(['姓名\t登录账号\t临时密码', ...all()].join('\n'))}
        >
          复制全部
        </Button>,
        <Button key="close" type="primary" onClick={onClose}>
          我已保存
        </Button>,
      ]}
    >
      <FocusReturn />
      <Alert
        type="warning"
        showIcon
        title="只显示这一次，请复制后告知本人；首次登录时须修改密码。"
        style={{ marginBottom: 16 }}
      />
      <Table<TemporaryPassword>
        size="small"
        rowKey="id"
        columns={isSent ? [...shown, sentBy, copying] : [...shown, copying]}
        dataSource={list}
        pagination={false}
        scroll={{ y: 360 }}
      />
    </Modal>
  )
}

const shown: TableColumnsType<TemporaryPassword> = [
  { title: '姓名', dataIndex: 'name', width: 130, ellipsis: true },
  { title: '登录账号', dataIndex: 'loginAccount', ellipsis: true },
  {
    title: '临时密码',
    dataIndex: 'temporaryPassword',
    width: 190,
    render: (password: string) => <code className="kp-password">{password}</code>,
  },
]

const sentBy: Column = {
  title: '已发送链接',
  key: 'sentBy',
  width: 110,
  render: (_, { sentBy: ways = [] }) => <Dash>{ways.length === 0 ? null : ways.map(wordOf).join('、')}</Dash>,
}

const copying: Column = {
  title: '操作',
  key: 'copy',
  width: 72,
  render: (_, { temporaryPassword }) => (
    <Button type="link" size="small" onClick={() => void copyText(temporaryPassword)}>
      复制
    </Button>
  ),
}

const wordOf = (way: string) => (way === 'sms' || way === 'mail' ? wayWords[way] : way)
