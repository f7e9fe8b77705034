import { useAddress } from '@kaopei/web'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { LineList } from './line.list.tsx'
import { Statement } from './statement.tsx'

const views = [
  { value: 'lines', label: '课时明细' },
  { value: 'statement', label: '月度汇总' },
] as const

/** 课时与课酬: line by line, or a month's sums. */
export function HoursTab(): ReactNode {
  const [params, setParams] = useAddress()
  const view = params.get('view') === 'statement' ? 'statement' : 'lines'
  return (
    <>
      <Segmented
        style={{ marginBottom: 16 }}
        options={[...views]}
        value={view}
        onChange={(next) => setParams({ tab: 'hours', view: next })}
      />
      {view === 'lines' ? <LineList /> : <Statement />}
    </>
  )
}
