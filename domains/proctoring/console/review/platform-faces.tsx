import type { OutputOf } from '@kaopei/contract'
import { formatNumber, useCall } from '@kaopei/web'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { retention } from '../../contract/retention.ts'

const shown = 3

/** On 企业管理: people whose films or photographs are stored, of all companies; from 80,000 on a warning, for from 100,000 on the authority is to be told. */
export function PlatformFaces(): ReactNode {
  const { data } = useCall(retention.faces, {})
  if (!data || data.peopleCount === 0) return null
  const isNear = data.peopleCount >= data.warnFrom
  return (
    <Alert
      showIcon
      type={isNear ? 'warning' : 'info'}
      style={{ marginTop: 16 }}
      title={titleOf(data)}
      description={isNear ? adviceOf(data) : undefined}
    />
  )
}

type Faces = OutputOf<typeof retention.faces>

function titleOf({ peopleCount, dataList }: Faces): string {
  return `监考录像与照片中存有 ${formatNumber(peopleCount)} 人的人像，涉及 ${formatNumber(dataList.length)} 家企业`
}

function adviceOf({ warnFrom, dataList }: Faces): string {
  const most = dataList.slice(0, shown).map(({ name, peopleCount }) => `${name} ${formatNumber(peopleCount)} 人`)
  return `已达到 ${formatNumber(warnFrom)} 人的提醒线。存储人脸信息达到 10 万人须在 30 个工作日内向省级网信部门备案，请缩短保存期限或准备备案。人数最多：${most.join('、')}。`
}
