import type { ReactNode } from 'react'
import { DownloadList } from './download-list.tsx'

/** /downLoadJob: one's own jobs, for everybody who is signed in. */
export default function MyDownloads(): ReactNode {
  return <DownloadList title="我的下载" isAll={false} />
}
