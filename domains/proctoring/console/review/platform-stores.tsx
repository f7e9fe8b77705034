import type { OutputOf } from '@kaopei/contract'
import { useCall } from '@kaopei/web'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { retention } from '../../contract/retention.ts'

type Stores = OutputOf<typeof retention.stores>
const uses: Readonly<Record<Stores['dataList'][number]['use'], string>> = { files: '文件', evidence: '监考录像' }

/** On 企业管理: buckets that browsers may not send to, or that do not answer. Nothing is shown while all is well. */
export function PlatformStores(): ReactNode {
  const { data } = useCall(retention.stores, {})
  if (!data) return null
  return data.dataList
    .filter(({ state }) => state !== 'allowed')
    .map(({ use, bucket, state }) => (
      <Alert
        key={use}
        showIcon
        type="error"
        style={{ marginTop: 16 }}
        title={state === 'silent' ? `${uses[use]}存储桶没有应答：${bucket}` : `${uses[use]}存储桶不允许浏览器直接上传：${bucket}`}
        description={state === 'silent' ? '请检查对象存储服务和网络。' : adviceOf(use, data.origin)}
      />
    ))
}

function adviceOf(use: keyof typeof uses, origin: string): string {
  const rule = `请在该存储桶的跨域规则（CORS）中允许来源 ${origin}，方法 ${use === 'files' ? 'PUT、GET、HEAD' : 'PUT'}，请求头 content-type、content-md5、x-amz-checksum-sha256。`
  return use === 'files' ? `${rule}在此之前，文件无法上传。` : `${rule}在此之前，录像经由本服务器上传，占用其带宽。`
}
