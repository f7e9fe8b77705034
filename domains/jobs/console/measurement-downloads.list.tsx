import type { ReactNode } from 'react'
import { DownloadList } from './download-list.tsx'

/** /downLoadCeping: one's own reports of measurements, whatever they are of; `keyWords` in the address finds one of them. */
export default function MeasurementDownloads(): ReactNode {
  return (
    <DownloadList
      title="测评报告下载"
      isAll={false}
      kindGroup="evaluation"
      description="在测评报告页面选择下载后，报告在这里生成，文件保留 7 天。"
      emptyText="还没有测评报告下载任务，请先在测评报告页面选择下载"
    />
  )
}
