import type { OutputOf } from '@kaopei/contract'
import { reviewQuestionType } from '@kaopei/exam/contract/exam-settings'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { CodeButton } from '@kaopei/identity/parts'
import { Bones, confirmAction, formatInstant, toast, useCall } from '@kaopei/web'
import { call, isApiError, session, useSession } from '@kaopei/web/client'
import { Button, Form, Input, Result } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { quickMarking } from '../contract/quick-marking.ts'
import { MarkingDesk } from './marking-desk.tsx'
import { type MarkingPlace, movedPlace } from './paths.ts'
import { deviceKeys, keepMarking, keptMarking, type OpenedMarking } from './quick-session.ts'
import './quick-marking.css'

/** /heExamines: one exam marked by whoever has been sent the link, without a login; a code by mail says that it is them. */
export default function HeExamines(): ReactNode {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  if (token === '') return <Closed text="请使用邮件中的完整链接打开此页面。" />
  return <QuickMarking key={token} token={token} />
}

function Closed({ text, onRetry }: { readonly text: string; readonly onRetry?: () => void }): ReactNode {
  const again = onRetry && <Button onClick={onRetry}>重试</Button>
  return (
    <main>
      <Result status="warning" title="无法阅卷" subTitle={text} extra={again} />
    </main>
  )
}

function QuickMarking({ token }: { readonly token: string }): ReactNode {
  const [marking, setMarking] = useState(() => begun(keptMarking(token)))
  const current = useSession()
  // When the page is left the browser's own login is what it was.
  useEffect(() => {
    begun(marking)
    return session.release
  }, [marking])
  const isIn = marking !== undefined && current?.token === marking.session.token
  const enter = (opened: OpenedMarking | undefined) => {
    keepMarking(opened)
    setMarking(begun(opened))
  }
  if (isIn) return <Desk marking={marking} onLeave={() => enter(undefined)} />
  return <Prove token={token} hasEnded={marking !== undefined} onEnter={enter} />
}

/** The calls of this page are made in the link's session. */
function begun(opened: OpenedMarking | undefined): OpenedMarking | undefined {
  if (opened) session.confine(opened.session)
  return opened
}

interface DeskProps {
  readonly marking: OpenedMarking
  readonly onLeave: () => void
}

function Desk({ marking, onLeave }: DeskProps): ReactNode {
  const { examId, isByQuestion } = marking
  const [place, setPlace] = useState<MarkingPlace>({ examId, mode: isByQuestion ? 'question' : 'paper' })
  const leave = async () => {
    if (
      !(await confirmAction({
        title: '退出阅卷',
        content: '已提交的评分和草稿都已保存，下次打开链接需重新获取验证码。',
        okText: '退出',
      }))
    )
      return
    await call(sessionCalls.logout, undefined, { silent: true }).catch(() => undefined) // it is forgotten here whatever the server says
    session.clear()
    onLeave()
  }
  return (
    <MarkingDesk
      place={place}
      onMove={(next) => setPlace((before) => movedPlace(before, next))}
      leave={() => void leave()}
      leaveText="退出"
    />
  )
}

interface ProveProps {
  readonly token: string
  /** A session of this link is over. */
  readonly hasEnded: boolean
  readonly onEnter: (opened: OpenedMarking) => void
}

function Prove({ token, hasEnded, onEnter }: ProveProps): ReactNode {
  const opened = useCall(quickMarking.open, { token }, { staleMs: Number.POSITIVE_INFINITY })
  if (opened.error) {
    const text = isApiError(opened.error) ? opened.error.message : '暂时无法打开，请检查网络后重试。'
    return <Closed text={text} onRetry={opened.refetch} />
  }
  if (!opened.data) return <Bones rows={6} />
  return <CodeForm token={token} facts={opened.data} hasEnded={hasEnded} onEnter={onEnter} />
}

interface CodeFormProps extends ProveProps {
  readonly facts: OutputOf<typeof quickMarking.open>
}

function CodeForm({ token, facts, hasEnded, onEnter }: CodeFormProps): ReactNode {
  const { linkId, companyName, examName, reviewerName, email, expiresAt } = facts
  const [isRunning, setRunning] = useState(false)
  const send = async () => {
    try {
      const sent = await call(quickMarking.sendCode, { token })
      toast.success('验证码已发送，请查收邮件')
      return sent.retryAfterSeconds
    } catch {
      return undefined // the call has shown why
    }
  }
  const enter = async ({ pin }: { readonly pin: string }) => {
    setRunning(true)
    try {
      const deviceKey = deviceKeys.get(linkId)
      const entered = await call(quickMarking.enter, { token, pin, ...(deviceKey !== undefined && { deviceKey }) })
      deviceKeys.set(linkId, entered.deviceKey)
      const isByQuestion = entered.reviewQuestionType === reviewQuestionType.byQuestion
      onEnter({ token, examId: entered.examId, isByQuestion, session: entered.session })
    } catch {
      setRunning(false) // the call has shown why
    }
  }
  return (
    <main className="kp-quick">
      <p className="kp-hint">{companyName}</p>
      <h1>{examName}</h1>
      <p>
        {reviewerName}，您好！请用发到 {email} 的验证码验证身份，再开始阅卷。{hasEnded && '上次的验证已失效。'}
      </p>
      <Form layout="vertical" requiredMark={false} onFinish={(values: { pin: string }) => void enter(values)}>
        <Form.Item label="验证码" htmlFor="quick-pin" required>
          <div className="kp-quick-line">
            <Form.Item name="pin" noStyle rules={[{ pattern: /^\d{6}$/, required: true, message: '请输入6位数字验证码' }]}>
              <Input
                id="quick-pin"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                placeholder="请输入邮件中的验证码"
              />
            </Form.Item>
            <CodeButton send={send} />
          </div>
        </Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={isRunning}>
          开始阅卷
        </Button>
      </Form>
      <p className="kp-hint">
        链接仅供您本人使用，{formatInstant(expiresAt)} 前有效。答卷不显示考生身份，离开前评分会自动存为草稿。
      </p>
    </main>
  )
}
