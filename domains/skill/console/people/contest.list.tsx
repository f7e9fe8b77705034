import { CodeTag, filtersOf, formatInstant, ListPage, RowActions } from '@kaopei/web'
import { type ReactNode, useState } from 'react'
import { contestState } from '../../contract/codes.ts'
import { type ContestRow, personSkill } from '../../contract/person.ts'
import { AnswerDrawer } from './judge.drawer.tsx'
import { PersonDrawer } from './opened-person.ts'

const filters = filtersOf(personSkill.contests, [{ name: 'state', label: '状态', kind: 'select', options: contestState.options }])

/** What people say against the level that is shown of them. */
export function ContestList(): ReactNode {
  const [answered, setAnswered] = useState<ContestRow>()
  const [seen, setSeen] = useState<ContestRow>()
  return (
    <>
      <ListPage
        endpoint={personSkill.contests}
        filters={filters}
        rowKey="id"
        prefix="contests"
        emptyText="没有异议"
        columns={[
          { title: '姓名', dataIndex: 'name', width: 110 },
          { title: '部门', dataIndex: 'department', width: 140 },
          { title: '技能', dataIndex: 'skillName', width: 150 },
          { title: '级别', dataIndex: 'level', width: 70, align: 'right' },
          { title: '异议内容', dataIndex: 'content', width: 240, ellipsis: true },
          {
            title: '状态',
            dataIndex: 'state',
            width: 90,
            render: (state: number) => <CodeTag codes={contestState} value={state} />,
          },
          { title: '提出时间', dataIndex: 'createdAt', width: 150, render: (at: string) => formatInstant(at) },
          { title: '处理说明', dataIndex: 'answer', width: 180, ellipsis: true },
          {
            title: '操作',
            key: 'actions',
            width: 130,
            fixed: 'right',
            render: (_value, row) => (
              <RowActions
                actions={[
                  { label: '证据', name: `证据 ${row.name}`, right: personSkill.get, run: () => setSeen(row) },
                  ...(row.state === contestState.waits
                    ? [{ label: '处理', name: `处理 ${row.name}`, right: personSkill.answer, run: () => setAnswered(row) }]
                    : []),
                ]}
              />
            ),
          },
        ]}
      />
      {answered && (
        <AnswerDrawer
          id={answered.id}
          about={`${answered.name} 对“${answered.skillName}”：${answered.content}`}
          onClose={() => setAnswered(undefined)}
        />
      )}
      {seen && <PersonDrawer staffId={seen.staffId} name={seen.name} onClose={() => setSeen(undefined)} />}
    </>
  )
}
