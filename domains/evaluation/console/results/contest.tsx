import { formatInstant, formFor } from '@kaopei/web'
import { Alert, Input } from 'antd'
import type { ReactNode } from 'react'
import { contestState } from '../../contract/codes.ts'
import { postResult } from '../../contract/post-result.ts'
import { evaluationResult } from '../../contract/result.ts'

interface Said {
  readonly contestState: number
  readonly contestText: string | null
  readonly contestedAt: string | null
  readonly contestAnswer: string | null
  readonly contestAnswererName: string | null
}

/** What the person says against the result, and what was answered; nothing where they said nothing. */
export function ContestNotice({ said, of = '' }: { readonly said: Said; readonly of?: string }): ReactNode {
  const { contestText, contestedAt, contestAnswer, contestAnswererName } = said
  if (!contestText) return null
  return (
    <Alert
      type={said.contestState === contestState.open ? 'warning' : 'info'}
      showIcon
      className="kp-ev-notice"
      title={`本人${of}异议：${contestText}${contestedAt ? `（${formatInstant(contestedAt)}）` : ''}`}
      description={contestAnswer && `答复：${contestAnswer}${contestAnswererName ? `（${contestAnswererName}）` : ''}`}
    />
  )
}

const ofResult = formFor(evaluationResult.answerContest)
const ofPost = formFor(postResult.answerContest)
const dialog = { title: '答复异议', okText: '答 复', successText: '已答复' }
const answer = <Input.TextArea rows={4} maxLength={1000} showCount />

/** The answer to what somebody says against a result of a scale. */
export function AnswerResult({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  return (
    <ofResult.FormDialog
      {...dialog}
      endpoint={evaluationResult.answerContest}
      initialValues={{ evaluationResultId: id, text: '' }}
      onClose={onClose}
    >
      <ofResult.Field name="text" label="答复">
        {answer}
      </ofResult.Field>
    </ofResult.FormDialog>
  )
}

/** And against a report for a post. */
export function AnswerPost({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  return (
    <ofPost.FormDialog
      {...dialog}
      endpoint={postResult.answerContest}
      initialValues={{ postResultId: id, text: '' }}
      onClose={onClose}
    >
      <ofPost.Field
        name="text"
        label="答复"
        extra="需要改成绩的，请在考试的成绩与申诉、测评结果的复核中处理；成绩变更后会自动出具新的报告。"
      >
        {answer}
      </ofPost.Field>
    </ofPost.FormDialog>
  )
}
