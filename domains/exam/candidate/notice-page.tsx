import { deviceName, enterFullScreen, handOver, safeHeaders } from '@kaopei/sitting/candidate'
import { sittingErrors } from '@kaopei/sitting/contract/errors'
import { type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call, isApiError, LineNotice, useLine } from '@kaopei/web/client'
import { type ReactNode, type UIEvent, useCallback, useEffect, useRef, useState } from 'react'
import { consentState } from '../contract/capture-consent.ts'
import { entry, type Notice } from '../contract/entry.ts'
import { entryErrors } from '../contract/entry-errors.ts'
import { type Answers, firstAnswers, needsAnswer } from './capture-answers.ts'
import { checkDevice } from './device-check.ts'
import { Check } from './device-check-row.tsx'
import { isCalledSafe, SafeBrowserHint, showKeys } from './safe-browser.tsx'

/** Before the exam: read and confirm the notice, look at the device, begin. */
export function NoticePage({ id: examId, go }: PageProps): ReactNode {
  const load = useCallback(() => call(entry.notice, { examId }, { isPatient: true }), [examId])
  const loaded = useLoad(load)
  return (
    <main className="page narrow">
      <Show loaded={loaded}>
        {(notice) => (
          <>
            <div className="page-title">
              <h1>
                {notice.name}
                {notice.isSimulation && <span className="tag">模拟</span>}
              </h1>
            </div>
            <Step notice={notice} go={go} reload={loaded.reload} />
          </>
        )}
      </Show>
    </main>
  )
}

/** What comes next: the notice, what the exam wants to know, the device. */
function Step({ notice, go, reload }: { notice: Notice; go: (path: string) => void; reload: () => void }): ReactNode {
  if (notice.confirmedAt === null || needsAnswer(notice)) return <Confirm notice={notice} onConfirmed={reload} go={go} />
  if (notice.missingInfo.length > 0) return <Information examId={notice.examId} onComplete={reload} onBack={() => go('/')} />
  return <Begin notice={notice} go={go} onNoticeChanged={reload} />
}

const loadInformation = () => import('./own-info.tsx')

/** Few exams ask for anything: it comes where one does. */
function Information(props: { examId: string; onComplete: () => void; onBack: () => void }): ReactNode {
  const loaded = useLoad(loadInformation)
  return <Show loaded={loaded}>{({ ExamInfo }) => <ExamInfo {...props} />}</Show>
}

const loadCapture = () => import('./capture-consents.tsx')

/** What an exam that records asks of its candidate: it comes where one does. */
function WhereRecorded(props: {
  notice: Notice
  children: (capture: Awaited<ReturnType<typeof loadCapture>>) => ReactNode
}): ReactNode {
  return props.notice.consents.length > 0 && <Recorded>{props.children}</Recorded>
}

function Recorded({ children }: { children: (capture: Awaited<ReturnType<typeof loadCapture>>) => ReactNode }): ReactNode {
  const loaded = useLoad(loadCapture)
  return <Show loaded={loaded}>{children}</Show>
}

function Confirm({
  notice,
  onConfirmed,
  go,
}: {
  notice: Notice
  onConfirmed: () => void
  go: (path: string) => void
}): ReactNode {
  const box = useRef<HTMLElement>(null)
  const [hasRead, setRead] = useState(false)
  const [isTicked, setTicked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [answers, setAnswers] = useState<Answers>(() => firstAnswers(notice))
  const line = useLine()
  // A notice that fits needs no scrolling to be read; only the laid-out page knows.
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    if (scrollHeight <= clientHeight + 8) setRead(true)
  }, [])
  const scroll = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) => {
    if (scrollTop + clientHeight >= scrollHeight - 8) setRead(true)
  }
  const confirm = async () => {
    setBusy(true)
    const consents = notice.consents.flatMap(({ kind }) => {
      const isAgreed = answers[kind]
      return isAgreed === undefined ? [] : [{ kind, isAgreed }]
    })
    const device = await deviceName()
    const input = { examId: notice.examId, hash: notice.hash, consents, device }
    await line
      .enter(entry.confirmNotice.facts.path, () => call(entry.confirmNotice, input, { silent: true }))
      .then(onConfirmed, onConfirmed)
      .finally(() => setBusy(false))
  }
  const isAnswered = notice.consents.every(({ kind, state }) => state === consentState.exempted || answers[kind] !== undefined)
  return (
    <section className="panel" aria-labelledby="notice-title">
      <h2 id="notice-title">考试须知</h2>
      {/* A section, so that the scrollable text can be reached by keyboard and has a name. */}
      <section
        ref={box}
        className="notice-text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable without a mouse
        tabIndex={0}
        aria-label="考试须知全文"
        onScroll={scroll}
      >
        {notice.information !== '' && <p className="information">{notice.information}</p>}
        <ol>
          {notice.terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ol>
      </section>
      <WhereRecorded notice={notice}>
        {({ ConsentAnswers }) => <ConsentAnswers notice={notice} answers={answers} onChange={setAnswers} />}
      </WhereRecorded>
      <label className="tick">
        <input type="checkbox" checked={isTicked} disabled={!hasRead} onChange={(event) => setTicked(event.target.checked)} />
        <span>{hasRead ? '我已阅读并同意遵守考试须知' : '请先阅读到底部'}</span>
      </label>
      <LineNotice line={line} doing="提交" />
      <div className="actions">
        <button type="button" onClick={() => go('/')}>
          返回
        </button>
        <button type="button" className="primary" disabled={!isTicked || !isAnswered || isBusy} onClick={() => void confirm()}>
          {isBusy ? '提交中…' : '确认并继续'}
        </button>
      </div>
    </section>
  )
}

function Begin({
  notice,
  go,
  onNoticeChanged,
}: {
  notice: Notice
  go: (path: string) => void
  onNoticeChanged: () => void
}): ReactNode {
  const { examId, rules, needsPassword } = notice
  const load = useCallback(() => checkDevice(examId, rules.permitFullScreen), [examId, rules])
  const checks = useLoad(load)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  // Nothing stands between the candidate and the exam where nothing is recorded.
  const [isPrepared, setPrepared] = useState(notice.consents.length === 0)
  // Said before the start, not once it is refused.
  const [isUnsafe, setUnsafe] = useState(notice.needsSafeBrowser && !isCalledSafe())
  const line = useLine()
  const isBlocked =
    !isPrepared || checks.data === undefined || checks.isLoading || checks.data.some(({ state }) => state === 'bad')
  const begin = async () => {
    setBusy(true)
    if (rules.permitFullScreen) enterFullScreen()
    try {
      const input = { examId, device: await deviceName(), ...(needsPassword && { password }) }
      const sheet = await line.enter(entry.start.facts.path, () =>
        call(entry.start, input, { headers: safeHeaders(), silent: true }),
      )
      handOver(sheet)
      go(`/sit/${sheet.attemptId}`)
    } catch (error) {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      const isOutdated = [entryErrors.noticeNotConfirmed, entryErrors.infoMissing, entryErrors.consentMissing].some(({ code }) =>
        isApiError(error, code),
      )
      if (isOutdated) onNoticeChanged()
      if (isApiError(error, sittingErrors.notSafe.code)) setUnsafe(!(await showKeys(examId)))
      setBusy(false)
    }
  }
  return (
    <section className="panel" aria-labelledby="check-title">
      <h2 id="check-title">设备与时间检测</h2>
      <ul className="checks" aria-live="polite">
        {checks.isLoading && <li className="check">检测中…</li>}
        {!checks.isLoading && checks.data?.map((result) => <Check key={result.name} result={result} />)}
      </ul>
      <WhereRecorded notice={notice}>
        {({ CapturePreparation }) => <CapturePreparation notice={notice} onReady={setPrepared} />}
      </WhereRecorded>
      {needsPassword && (
        <label className="field">
          <span>考试密码</span>
          <input
            type="password"
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            placeholder="请输入监考人员公布的密码"
          />
        </label>
      )}
      <WhereRecorded notice={notice}>
        {({ GivenConsents }) => <GivenConsents notice={notice} onWithdrawn={onNoticeChanged} />}
      </WhereRecorded>
      {isUnsafe && <SafeBrowserHint examId={examId} hasConfig={notice.hasSafeConfig} />}
      <p className="note">点击“开始考试”后立即计时。</p>
      <LineNotice line={line} doing="进入考试" />
      <div className="actions">
        <button type="button" onClick={() => go('/')}>
          返回
        </button>
        <button type="button" disabled={checks.isLoading} onClick={checks.reload}>
          重新检测
        </button>
        <button
          type="button"
          className="primary"
          disabled={isBlocked || isBusy || (needsPassword && password === '')}
          onClick={() => void begin()}
        >
          {isBusy ? '正在进入…' : '开始考试'}
        </button>
      </div>
    </section>
  )
}
