import { choiceState, formFor, useCall } from '@kaopei/web'
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { hall } from '../../contract/hall.ts'
import { incident } from '../../contract/incidents/incident.ts'
import { hallReasonOptions } from '../reason-options.ts'
import { doneWords } from './done-words.ts'

export type Act = 'message' | 'warning' | 'pause' | 'resume' | 'extend' | 'force' | 'reopen'

export const actTitles: Record<Act, string> = {
  message: '发消息',
  warning: '警告',
  pause: '暂停',
  resume: '恢复',
  extend: '加时',
  force: '强制交卷',
  reopen: '重新开放',
}

interface ActProps {
  readonly examId: string
  readonly attemptIds: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

const told = formFor(hall.tell)
const paused = formFor([hall.pause, hall.resume, hall.force])
const extended = formFor(hall.extend)
const reopened = formFor(hall.reopen)

const reasonSelect = <Select options={hallReasonOptions} placeholder="请选择原因" />
const note = <Input maxLength={100} placeholder="可不填，考生会看到" />
const loggedNote = <Input maxLength={100} placeholder="可不填，记入操作日志" />

/** What is done, to whom, and why: the candidates are told. */
export function ActDialog({ act, ...props }: ActProps & { readonly act: Act }): ReactNode {
  if (act === 'message' || act === 'warning') return <TellDialog kind={act} {...props} />
  if (act === 'extend') return <ExtendDialog {...props} />
  if (act === 'reopen') return <ReopenDialog {...props} />
  return <WhyDialog act={act} {...props} />
}

function TellDialog({
  kind,
  examId,
  attemptIds,
  onClose,
  onDone,
}: ActProps & { readonly kind: 'message' | 'warning' }): ReactNode {
  const { Field, FormDialog } = told
  return (
    <FormDialog
      title={`${actTitles[kind]}（${attemptIds.length} 人）`}
      endpoint={hall.tell}
      initialValues={{ examId, attemptIds: [...attemptIds], kind }}
      successText={doneWords('已发送')}
      onClose={onClose}
      onSaved={onDone}
    >
      {kind === 'warning' && (
        <Field name="reason" label="原因" required>
          {reasonSelect}
        </Field>
      )}
      <Field name="text" label="内容">
        <Input.TextArea rows={3} maxLength={300} showCount />
      </Field>
    </FormDialog>
  )
}

const doneAs = { pause: '已暂停', resume: '已恢复', force: '已收卷' } as const

const whatHappens = {
  pause: '立即停止计时，考生不能作答，会看到原因；恢复后停止的时间全部补回，截止时间顺延。',
  resume: '立即恢复计时，暂停的时间全部补回。因突发事件停表的考生，等事件结束才恢复。',
  force: '立即收卷，以已保存的答案为准，考生会看到原因；30 分钟内可以重新开放。',
} as const

function WhyDialog({
  act,
  examId,
  attemptIds,
  onClose,
  onDone,
}: ActProps & { readonly act: 'pause' | 'resume' | 'force' }): ReactNode {
  const { Field, FormDialog } = paused
  return (
    <FormDialog
      title={`${actTitles[act]}（${attemptIds.length} 人）`}
      endpoint={hall[act]}
      initialValues={{ examId, attemptIds: [...attemptIds] }}
      successText={doneWords(doneAs[act])}
      onClose={onClose}
      onSaved={onDone}
    >
      <p className="kp-hint">{whatHappens[act]}</p>
      <Field name="reason" label="原因">
        {reasonSelect}
      </Field>
      <Field name="note" label="补充说明">
        {act === 'resume' ? loggedNote : note}
      </Field>
    </FormDialog>
  )
}

function ExtendDialog({ examId, attemptIds, onClose, onDone }: ActProps): ReactNode {
  const { Field, FormDialog } = extended
  return (
    <FormDialog
      title={`加时（${attemptIds.length} 人）`}
      endpoint={hall.extend}
      initialValues={{ examId, attemptIds: [...attemptIds] }}
      successText={doneWords('已加时')}
      onClose={onClose}
      onSaved={onDone}
    >
      <Field name="minutes" label="增加分钟">
        <InputNumber min={1} max={240} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="reason" label="原因">
        {reasonSelect}
      </Field>
      <Field name="note" label="补充说明">
        {note}
      </Field>
    </FormDialog>
  )
}

function ReopenDialog({ examId, attemptIds: [attemptId = ''], onClose, onDone }: ActProps): ReactNode {
  const { Field, FormDialog } = reopened
  return (
    <FormDialog title="重新开放" endpoint={hall.reopen} initialValues={{ examId, attemptId }} onClose={onClose} onSaved={onDone}>
      <p className="kp-hint">考生可以继续作答，收卷以来的时间会补回。</p>
      <Field name="reason" label="原因">
        {reasonSelect}
      </Field>
      <Field name="note" label="补充说明">
        {loggedNote}
      </Field>
    </FormDialog>
  )
}

const moved = formFor(hall.move)

/** Another room or seat of the exam; who sits there already is refused. */
export function MoveDialog({ examId, attemptIds: [attemptId = ''], onClose, onDone }: ActProps): ReactNode {
  const { Field, FormDialog } = moved
  const asked = useCall(incident.choices, { examId })
  const rooms = asked.data?.rooms.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <FormDialog
      title="换座位"
      endpoint={hall.move}
      initialValues={{ examId, attemptId }}
      successText="已调整，考生已收到通知"
      onClose={onClose}
      onSaved={onDone}
    >
      <Field name="roomId" label="考场">
        <Select options={rooms} placeholder="请选择考场" {...choiceState(asked, '本场考试没有安排考场')} />
      </Field>
      <Field name="seat" label="座位号" extra="排号-座位号，例如 3-12">
        <Input maxLength={20} />
      </Field>
      <Field name="reason" label="原因">
        {reasonSelect}
      </Field>
      <Field name="note" label="补充说明">
        {note}
      </Field>
    </FormDialog>
  )
}

const ended = formFor(hall.endExam)

/** For everybody, at once. */
export function EndExamDialog({ examId, onClose, onDone }: Omit<ActProps, 'attemptIds'>): ReactNode {
  const { Field, FormDialog } = ended
  return (
    <FormDialog
      title="提前结束考试"
      endpoint={hall.endExam}
      initialValues={{ examId }}
      successText="已结束，考生有 2 分钟交卷"
      onClose={onClose}
      onSaved={onDone}
    >
      <p className="kp-hint">本场考试的全部考生立即不能再进入；正在作答的考生有 2 分钟交卷，到时系统自动收卷。不能撤销。</p>
      <Field name="reason" label="原因">
        {reasonSelect}
      </Field>
      <Field name="note" label="补充说明">
        {note}
      </Field>
    </FormDialog>
  )
}
