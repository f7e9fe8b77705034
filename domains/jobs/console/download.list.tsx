import { useAddress, useMay } from '@kaopei/web'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { manageDownloads } from '../contract/download.ts'
import { DownloadList } from './download-list.tsx'

/** 下载中心: one's own jobs; who manages downloads may look at everybody's. */
export default function DownloadCentre(): ReactNode {
  const mayManage = useMay(manageDownloads)
  const [params, setParams] = useAddress()
  const isAll = mayManage && params.get('whose') === 'all'
  const choice = (
    <Segmented
      aria-label="查看范围"
      value={isAll ? 'all' : 'own'}
      options={[
        { value: 'own', label: '我的任务' },
        { value: 'all', label: '全部任务' },
      ]}
      onChange={(whose) => setParams({ whose })}
    />
  )
  return <DownloadList title="下载中心" isAll={isAll} extra={mayManage ? choice : undefined} />
}
