import { ExportButton } from '@kaopei/jobs/parts'
import { departmentFilter } from '@kaopei/org/parts'
import { CodeTag, Dash, EmptyState, formatInstant, ListPage, Loaded, RowActions, type RowOf, useCall } from '@kaopei/web'
import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import type { Answer } from '../../contract/answers.ts'
import { sheetState } from '../../contract/codes.ts'
import type { Element } from '../../contract/definition.ts'
import type { QuestionnaireDetail } from '../../contract/questionnaire.ts'
import { exportFilter, questionnaireResults } from '../../contract/results.ts'
import { wordsOf } from '../../contract/rules/piping.ts'
import './results.css'

type Row = RowOf<typeof questionnaireResults.answers>

const listFilter = z.object({ ...exportFilter, departmentId: z.string().optional() }).pick({
  ...{ keyWords: true, state: true, departmentId: true },
})

function exportWish(input: object) {
  const { departmentId, ...wish } = listFilter.parse(input)
  return { ...wish, ...(departmentId && { departmentIds: [departmentId] }) }
}

/** Sheets one by one; of an anonymous questionnaire there are none to be seen. */
export default function Sheets({ detail }: { readonly detail: QuestionnaireDetail }): ReactNode {
  const { id, isAnonymous } = detail
  const [opened, setOpened] = useState<Row>()
  if (isAnonymous)
    return (
      <div className="kp-card">
        <EmptyState text="匿名问卷不显示单份答卷" />
      </div>
    )
  return (
    <>
      <ListPage
        endpoint={questionnaireResults.answers}
        rowKey="id"
        prefix="a."
        extraInput={{ id }}
        emptyText="还没有答卷"
        toolbar={(list) => (
          <ExportButton
            right={questionnaireResults.export}
            title="导出筛选结果"
            ask={(run) => run(questionnaireResults.export, { id, ...exportWish(list.input) }, { successText: '' })}
          />
        )}
        filters={[
          { name: 'keyWords', label: '姓名', kind: 'text' },
          departmentFilter,
          { name: 'state', label: '状态', kind: 'select', options: sheetState.options },
        ]}
        columns={[
          { title: '答卷人', dataIndex: 'name', width: 130, render: (name: string | null) => name ?? '通过链接' },
          {
            title: '部门',
            dataIndex: 'department',
            width: 180,
            ellipsis: true,
            render: (name: string | null) => <Dash>{name}</Dash>,
          },
          {
            title: '状态',
            dataIndex: 'state',
            width: 100,
            render: (state: number) => <CodeTag codes={sheetState} value={state} />,
          },
          {
            title: '提交时间',
            key: 'submitted',
            width: 150,
            render: (_, { submittedAt, submittedOn }) => (submittedAt ? formatInstant(submittedAt) : submittedOn),
          },
          {
            title: '操作',
            key: 'actions',
            width: 90,
            fixed: 'right',
            render: (_, row) => (
              <RowActions actions={[{ label: '查看', name: `查看${row.name ?? '答卷'}`, run: () => setOpened(row) }]} />
            ),
          },
        ]}
      />
      <Drawer
        open={opened !== undefined}
        title={`答卷：${opened?.name ?? '通过链接'}`}
        size="min(720px, 100vw)"
        onClose={() => setOpened(undefined)}
      >
        {opened && <OneSheet id={id} sheetId={opened.id} />}
      </Drawer>
    </>
  )
}

function OneSheet({ id, sheetId }: { readonly id: string; readonly sheetId: string }): ReactNode {
  const asked = useCall(questionnaireResults.answer, { id, sheetId })
  return (
    <Loaded of={asked}>
      {({ definition, answers, fileUrls }) => {
        const questions = definition.pages.flatMap(({ elements }) => elements).filter(({ kind }) => kind !== 'note')
        return (
          <dl className="kp-qr-sheet">
            {questions.map((element, at) => (
              <div key={element.id}>
                <dt>
                  {at + 1}. {element.title}
                </dt>
                <dd>
                  <Answered element={element} answer={answers[element.id]} fileUrls={fileUrls} />
                </dd>
              </div>
            ))}
          </dl>
        )
      }}
    </Loaded>
  )
}

interface AnsweredProps {
  readonly element: Element
  readonly answer: Answer | undefined
  readonly fileUrls: Readonly<Record<string, string>>
}

function Answered({ element, answer, fileUrls }: AnsweredProps): ReactNode {
  if (answer === undefined) return <span className="kp-hint">未作答</span>
  if (typeof answer === 'object' && 'files' in answer)
    return answer.files.map(({ fileId, name }) => {
      const url = fileUrls[fileId]
      return (
        <div key={fileId}>
          {url ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          ) : (
            name
          )}
        </div>
      )
    })
  return wordsOf(element, answer)
}
