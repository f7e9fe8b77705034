import type { InputOf, OutputOf } from '@kaopei/contract'
import { sessionCalls } from '@kaopei/identity/contract/session'
import { dateTime, type PageProps } from '@kaopei/web/candidate'
import {
  assemblyInfo,
  call,
  encryptPassword,
  type FieldMessage,
  isApiError,
  LineNotice,
  report,
  session,
  useLine,
} from '@kaopei/web/client'
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { outerJoin } from '../contract/outer-links.ts'
import { answerIn, InfoField } from './own-info.tsx'

type Opened = OutputOf<typeof outerJoin.open>

type Ways = Pick<PageProps, 'go' | 'start'>

/** 参加考试: what stands behind an exam's link, for people from outside the company. */
export default function JoinPage({ go, start }: Ways): ReactNode {
  const token = new URLSearchParams(location.search).get('token') ?? ''
  const { opened, refusal, again } = useOpened(token)
  if (refusal !== undefined)
    return (
      <Entry title="参加考试">
        <p role="alert">{refusal}</p>
        <button type="button" onClick={again}>
          重试
        </button>
      </Entry>
    )
  if (opened === undefined)
    return (
      <Entry title="参加考试">
        <p role="status" aria-busy="true">
          正在打开…
        </p>
      </Entry>
    )
  return <Joining opened={opened} token={token} go={go} start={start} />
}

/** What the link opens, or why nobody may come in by it now. */
function useOpened(token: string) {
  const [opened, setOpened] = useState<Opened>()
  const [refusal, setRefusal] = useState<string>()
  const ask = useCallback(() => {
    setRefusal(undefined)
    open(token).then(setOpened, (error: unknown) =>
      setRefusal(isApiError(error) && error.message ? error.message : '打开失败，请检查网络后重试'),
    )
  }, [token])
  // The link is asked once, when the page is there; again only by the button.
  useEffect(ask, [ask])
  return { opened, refusal, again: ask }
}

async function open(token: string): Promise<Opened> {
  await assemblyInfo()
  return call(outerJoin.open, { token }, { silent: true, isPatient: true })
}

function Joining({ opened, token, go, start }: Ways & { opened: Opened; token: string }): ReactNode {
  const [isSignedIn, setSignedIn] = useState(session.get() !== undefined)
  return (
    <Entry title={opened.examName} company={opened.companyName}>
      {opened.isSimulation && <p className="note">模拟考试，成绩不计入正式成绩。</p>}
      <p className="note">
        {dateTime(opened.admissionStartTime)} 至 {dateTime(opened.admissionEndTime)}
        {opened.duration !== null && `，时长 ${opened.duration} 分钟`}
      </p>
      {isSignedIn ? (
        <EnterForm
          opened={opened}
          token={token}
          go={go}
          onOther={() => {
            call(sessionCalls.logout, {}, { silent: true })
              .catch(() => undefined) // the login is forgotten here whatever the server says
              .finally(() => {
                session.clear()
                setSignedIn(false)
              })
          }}
        />
      ) : (
        <RegisterForm opened={opened} token={token} go={go} start={start} />
      )}
    </Entry>
  )
}

/** Whoever is signed in comes in as who they are. */
function EnterForm({ opened, token, go, onOther }: FormProps & { onOther: () => void }): ReactNode {
  const [isRunning, setRunning] = useState(false)
  const line = useLine()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning) return
    const password = String(new FormData(event.currentTarget).get('examPassword') ?? '')
    setRunning(true)
    try {
      const input = { token, ...(opened.needsPassword && { password }) }
      const { examId } = await line.enter(outerJoin.enter.facts.path, () => call(outerJoin.enter, input, { silent: true }))
      go(`/exam/${examId}`)
    } catch {
      // The client has shown why; the form stays as it is.
      setRunning(false)
    }
  }
  return (
    <form noValidate className="info-form" onSubmit={(event) => void submit(event)}>
      <p>您已登录，将以当前账号参加考试。</p>
      {opened.needsPassword && <ExamPassword />}
      <button type="submit" className="primary wide" disabled={isRunning}>
        {isRunning ? '提交中…' : '参加考试'}
      </button>
      <LineNotice line={line} doing="进入考试" />
      <button type="button" className="wide" onClick={onOther}>
        不是我，用其他身份登记
      </button>
    </form>
  )
}

interface FormProps {
  opened: Opened
  token: string
  go: (path: string) => void
}

function RegisterForm({ opened, token, go, start }: FormProps & Pick<Ways, 'start'>): ReactNode {
  const [isRunning, setRunning] = useState(false)
  const [problems, setProblems] = useState<readonly FieldMessage[]>([])
  const line = useLine()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning) return
    const form = new FormData(event.currentTarget)
    if (form.get('first') !== form.get('second')) return setProblems([{ path: 'second', message: '两次输入密码不一致' }])
    setRunning(true)
    try {
      const register = async () => call(outerJoin.register, await inputOf(form, opened, token), { silent: true })
      start(await line.enter(outerJoin.register.facts.path, register, () => undefined))
      go(`/exam/${opened.examId}`)
    } catch (error) {
      const fields = isApiError(error) ? error.fields : []
      setProblems(fields)
      if (fields.length === 0) report(error)
      setRunning(false)
    }
  }
  const problemOf = (path: string) => problems.find((one) => one.path === path)?.message
  return (
    <form noValidate className="info-form" onSubmit={(event) => void submit(event)}>
      {opened.fields.map((field) => (
        <InfoField
          key={field.value}
          field={{ ...field, content: null, isFixed: false }}
          problem={problemOf(`values.${field.value}`)}
        />
      ))}
      {opened.needsPassword && <ExamPassword />}
      <OwnPassword name="first" label="设置登录密码" problem={problemOf('newPassword')} />
      <OwnPassword name="second" label="再次输入登录密码" problem={problemOf('second')} />
      <p className="note">登录账号为手机号；密码 8–18 位，须同时包括英文字母、数字以及特殊符号，中断后凭它回到考试。</p>
      <button type="submit" className="primary wide" disabled={isRunning}>
        {isRunning ? '提交中…' : '登记并参加考试'}
      </button>
      <LineNotice line={line} doing="进入考试" />
      <p className="note">
        已登记过？请先
        <button type="button" className="plain" onClick={() => go(`/login?back=${encodeURIComponent('/')}`)}>
          登录
        </button>
        ，再打开此链接。
      </p>
    </form>
  )
}

async function inputOf(form: FormData, opened: Opened, token: string): Promise<InputOf<typeof outerJoin.register>> {
  const values = Object.fromEntries(opened.fields.map((field) => [field.value, answerIn(form, field)]))
  const newPassword = await encryptPassword(String(form.get('first') ?? ''))
  const password = String(form.get('examPassword') ?? '')
  return { token, values, newPassword, ...(opened.needsPassword && { password }) }
}

function ExamPassword(): ReactNode {
  return (
    <label className="field">
      <span>考试密码</span>
      <input type="password" name="examPassword" autoComplete="off" placeholder="请输入组织者公布的考试密码" />
    </label>
  )
}

function OwnPassword({ name, label, problem }: { name: string; label: string; problem: string | undefined }): ReactNode {
  return (
    <div className="field">
      <label htmlFor={`join-${name}`}>
        <span aria-hidden="true">* </span>
        {label}
      </label>
      <input
        id={`join-${name}`}
        name={name}
        type="password"
        autoComplete="new-password"
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `join-${name}-problem`}
      />
      {problem && (
        <p className="problem" id={`join-${name}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function Entry({ title, company, children }: { title: string; company?: string; children: ReactNode }): ReactNode {
  return (
    <main className="entry">
      <div className="entry-card">
        {company && <p className="entry-brand">{company}</p>}
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
