import { Loaded, ToneTag, useCall } from '@kaopei/web'
import { Segmented, Skeleton, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { type SignKind, signLabels, suspicion } from '../../contract/suspicion/suspicion.ts'
import { People, type Person } from './people.tsx'

const everyKind = 'all'
const signsOfPage = 20

/** What sessions have in common, of one kind or of all. */
export function Signs({ examId }: { readonly examId: string }): ReactNode {
  const [kind, setKind] = useState<SignKind>()
  const [pageIndex, setPage] = useState(1)
  const input = { examinationId: examId, pageIndex, pageSize: signsOfPage, ...(kind && { kind }) }
  const asked = useCall(suspicion.signs, input, { keepPrevious: true })
  const choose = (next: SignKind | undefined) => {
    setKind(next)
    setPage(1)
  }
  return (
    <Loaded of={asked} skeleton={<Skeleton active paragraph={{ rows: 4 }} />}>
      {({ dataList, totalCount, counts }) => (
        <>
          {counts.length > 0 && (
            <Segmented
              value={kind ?? everyKind}
              onChange={(value) => choose(counts.find((one) => one.kind === value)?.kind)}
              options={[
                { value: everyKind, label: `全部 ${counts.reduce((sum, { count }) => sum + count, 0)}` },
                ...counts.map(({ kind: value, count }) => ({ value, label: `${signLabels[value]} ${count}` })),
              ]}
              aria-label="会话提示"
              style={{ marginBottom: 12 }}
            />
          )}
          <Table
            rowKey="number"
            dataSource={[...dataList]}
            size="small"
            scroll={{ x: 980 }}
            pagination={{
              ...{ current: pageIndex, pageSize: signsOfPage, total: totalCount, onChange: setPage },
              ...{ hideOnSinglePage: true, showSizeChanger: false },
            }}
            locale={{ emptyText: '没有可疑的会话' }}
            columns={[
              {
                title: '提示',
                dataIndex: 'kind',
                width: 230,
                render: (of: SignKind, { level }) => (
                  <ToneTag tone={level === 'warning' ? 'warning' : 'info'}>{signLabels[of]}</ToneTag>
                ),
              },
              { title: '内容', dataIndex: 'about', width: 220, ellipsis: true },
              { title: '本场有多常见', dataIndex: 'baseRate', width: 260 },
              { title: '考生', dataIndex: 'people', render: (people: readonly Person[]) => <People people={people} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}
