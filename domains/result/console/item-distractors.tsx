import { ToneTag } from '@kaopei/web'
import { Progress, Table } from 'antd'
import type { ReactNode } from 'react'
import type { AnalysedItem } from './item-analysis.tsx'

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`

/** How often each option was chosen, by everybody and by the upper and lower 27 %. */
export function ItemDistractors({ item }: { readonly item: AnalysedItem }): ReactNode {
  return (
    <Table
      rowKey={({ label }) => label}
      size="small"
      pagination={false}
      dataSource={item.distractors}
      columns={[
        {
          title: '选项',
          key: 'option',
          render: (_, { label, text, isKey }) => (
            <>
              {label}. {text} {isKey && <ToneTag tone="success">正确答案</ToneTag>}
            </>
          ),
        },
        { title: '选择人数', dataIndex: 'count', width: 100, align: 'right' },
        {
          title: '选择率',
          dataIndex: 'share',
          width: 200,
          render: (share: number, { label }) => (
            <Progress percent={Math.round(share * 1000) / 10} size="small" aria-label={`选项 ${label} 的选择率`} />
          ),
        },
        { title: '高分组', dataIndex: 'upperShare', width: 100, align: 'right', render: percent },
        { title: '低分组', dataIndex: 'lowerShare', width: 100, align: 'right', render: percent },
      ]}
    />
  )
}
