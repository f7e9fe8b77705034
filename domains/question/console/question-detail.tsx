import { CodeTag, formatInstant, formatScore, formFor, Loaded, useCall } from '@kaopei/web'
import { Descriptions, Table, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { difficulty, questionStatus, questionTypeCodes } from '../contract/codes.ts'
import { type QuestionDetail as Detail, question } from '../contract/question.ts'
import { KeyNotice } from './editor/key-notice.tsx'
import { QuestionView } from './question-view.tsx'

const revealing = formFor(question.reveal)

/** One question with its key, its versions and the exams that use it. */
export function QuestionDetail({ id }: { readonly id: string }): ReactNode {
  const detail = useCall(question.get, { id })
  const [revealed, setRevealed] = useState<Detail>()
  return (
    <Loaded of={detail}>
      {(data) => (
        <>
          <KeyNotice
            hidden={(revealed ?? data).hiddenKey}
            endpoint={question.reveal}
            form={revealing}
            initialValues={{ id }}
            onRevealed={setRevealed}
          />
          <Facts detail={revealed ?? data} />
        </>
      )}
    </Loaded>
  )
}

function Facts({ detail }: { readonly detail: Detail }): ReactNode {
  return (
    <>
      <QuestionView content={detail.content} showKey={detail.hiddenKey === null} />
      <Descriptions
        size="small"
        column={2}
        style={{ marginTop: 16 }}
        items={[
          { key: 'type', label: '题型', children: questionTypeCodes.label(detail.type) },
          { key: 'difficulty', label: '难度', children: <CodeTag codes={difficulty} value={detail.difficulty} /> },
          { key: 'status', label: '状态', children: <CodeTag codes={questionStatus} value={detail.status} /> },
          { key: 'score', label: '分值', children: formatScore(detail.defaultScore) },
          { key: 'bank', label: '题库', children: detail.bankName },
          { key: 'number', label: '题目标识', children: detail.idNumber ?? '-' },
          {
            key: 'points',
            label: '知识点',
            children: detail.knowledgePoints.map((point) => <Tag key={point.id}>{point.name}</Tag>),
          },
        ]}
      />
      <h3>版本</h3>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={[...detail.versions]}
        columns={[
          { title: '版本', dataIndex: 'number', width: 70 },
          { title: '时间', dataIndex: 'createdAt', render: (at: string) => formatInstant(at) },
          { title: '创建人', dataIndex: 'createdByName', render: (name: string | null) => name ?? '-' },
          {
            title: '说明',
            key: 'notes',
            render: (_, row) =>
              [row.isReady && '考试使用此版本', row.isLatest && '最新', row.isUsed && '已被考试引用']
                .filter(Boolean)
                .join('，') || '-',
          },
        ]}
      />
      <h3>引用的考试</h3>
      <Table
        size="small"
        rowKey="examId"
        pagination={false}
        dataSource={[...detail.usedIn]}
        locale={{ emptyText: '暂未被考试使用' }}
        columns={[{ title: '考试', dataIndex: 'examName' }]}
      />
    </>
  )
}
