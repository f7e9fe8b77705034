import { filtersOf, listOf, type PickApi, type Picked, PickListTab, type RowOf } from '@kaopei/web'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { questionnaire } from '../contract/questionnaire.ts'
import { wordsOfTimes } from './words-of-times.ts'

type Row = RowOf<typeof questionnaire.list>

const source = listOf(questionnaire.list)
const filters = filtersOf(questionnaire.list, [{ name: 'name', label: '名称', kind: 'text', placeholder: '请输入问卷名称' }])
const forTasks = { isForTasks: true } as const

const columns: TableColumnsType<Row> = [
  { title: '问卷名称', dataIndex: 'name', ellipsis: true },
  { title: '记名', dataIndex: 'isAnonymous', width: 72, render: (isAnonymous: boolean) => (isAnonymous ? '匿名' : '记名') },
  { title: '题目', dataIndex: 'questionCount', width: 64, align: 'right', className: 'kp-number' },
  { title: '答题时间', key: 'times', width: 300, render: (_, row) => wordsOfTimes(row).join(' ') },
]

const itemOf = (row: Row): Picked => ({ kind: 'questionnaire', id: row.id, name: row.name, data: row })

/** By name; those that are over, and those that only a link reaches, are not there. */
export default function QuestionnaireTab({ pick }: { readonly pick: PickApi }): ReactNode {
  return (
    <PickListTab
      pick={pick}
      source={source}
      filters={filters}
      columns={columns}
      itemOf={itemOf}
      extraInput={forTasks}
      emptyText="没有符合条件的问卷"
    />
  )
}
