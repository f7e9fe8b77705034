import { Dash, EmptyState, ListPage, useAddress } from '@kaopei/web'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { QuestionnaireDetail } from '../../contract/questionnaire.ts'
import { questionnaireResults } from '../../contract/results.ts'
import { placesOf, writtenIn } from './places.ts'
import './results.css'

/** What was written, question by question. */
export default function Texts({ detail }: { readonly detail: QuestionnaireDetail }): ReactNode {
  const { id, definition, isAnonymous } = detail
  const [params, setParams] = useAddress()
  const written = writtenIn(definition)
  const questions = placesOf(definition).filter(({ question }) => written.has(question))
  const question = questions.find((one) => one.question === params.get('question'))?.question ?? questions[0]?.question
  if (question === undefined) return <EmptyState text="这份问卷没有填写文字或日期的题目" />
  return (
    <>
      <div className="kp-card kp-qr-filters">
        <Select
          aria-label="题目"
          className="kp-qr-question"
          value={question}
          options={questions.map((one) => ({ value: one.question, label: one.label }))}
          onChange={(next) => setParams({ id, tab: 'texts', question: next })}
        />
      </div>
      <ListPage
        key={question}
        endpoint={questionnaireResults.texts}
        stateIn="memory"
        rowKey="key"
        extraInput={{ id, question }}
        emptyText="没有文字答案"
        // Words that only some wrote would be a filter.
        filters={isAnonymous ? [] : [{ name: 'keyWords', label: '关键字', kind: 'text' }]}
        columns={[
          { title: '内容', dataIndex: 'text', render: (text: string) => <span className="kp-qr-text">{text}</span> },
          ...(isAnonymous
            ? []
            : [
                {
                  title: '答卷人',
                  dataIndex: 'staffName',
                  width: 120,
                  render: (name: string | null) => <Dash>{name}</Dash>,
                },
              ]),
        ]}
      />
    </>
  )
}
