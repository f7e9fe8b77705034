import { Check, SafeBrowserHint, showKeys } from '@kaopei/exam/candidate'
import { deviceName, safeHeaders } from '@kaopei/sitting/candidate'
import { dateTime, type PageProps, Show, useLoad } from '@kaopei/web/candidate'
import { call, useStore } from '@kaopei/web/client'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { trialItem, trialStanding } from '../../contract/rehearsal/codes.ts'
import { trial } from '../../contract/rehearsal/trial.ts'
import { SelfView } from '../capture/panel.tsx'
import { SourceCheck } from '../capture/preparation.tsx'
import { type SourceName, sources } from '../capture/sources.ts'
import { nameOfDevice } from '../device-name.ts'
import { letPhoneGo } from '../second/second-check.tsx'
import { SecondCheck } from '../second/second-strip.tsx'
import { type Asked, isRecorded, measuredChecks, sourceChecks } from './trial-checks.ts'
import '../capture/capture.css'
import './trial.css'

/** 设备测试: days before the exam, the check that stands before its start. Nothing is recorded, and nothing begins. */
export default function TrialPage({ id: examId, go }: PageProps): ReactNode {
  const load = useCallback(() => call(trial.asked, { examId }, { headers: safeHeaders() }), [examId])
  const loaded = useLoad(load)
  return (
    <main className="page narrow">
      <Show loaded={loaded}>
        {(asked) => (
          <>
            <div className="page-title">
              <h1>设备测试</h1>
              <button type="button" onClick={() => go('/')}>
                返回我的考试
              </button>
            </div>
            <section className="panel" aria-labelledby="trial-title">
              <h2 id="trial-title">{asked.name}</h2>
              <p className="note">
                {asked.openTime === null ? '' : `考试于 ${dateTime(asked.openTime)} 开始。`}
                请用参加考试的设备和网络测试；本页不录制任何内容，可多次测试，以最近一次为准。
              </p>
              <Trial examId={examId} asked={asked} go={go} />
            </section>
          </>
        )}
      </Show>
    </main>
  )
}

interface TrialProps {
  readonly examId: string
  readonly asked: Asked
  readonly go: (path: string) => void
}

function Trial({ examId, asked, go }: TrialProps): ReactNode {
  const load = useCallback(() => measuredChecks(examId, asked), [examId, asked])
  const measured = useLoad(load)
  const states = useStore(sources.view)
  const [isBusy, setBusy] = useState(false)
  const [saved, setSaved] = useState<number>()
  const [isPhoneThere, setPhoneThere] = useState(false)
  // What is open here belongs to the page.
  useEffect(() => sources.hold(), [])
  const opened = sourceChecks(asked, states)
  const wanted = Number(asked.wantsCamera) + Number(asked.wantsScreen)
  const isWhole =
    opened.length === wanted &&
    opened.every(({ state }) => state !== 'bad') &&
    (isPhoneThere || !asked.wantsSecond) &&
    asked.isSafeBrowser
  const save = async () => {
    setBusy(true)
    try {
      const checks = [...(measured.data ?? []), ...opened]
      const input = { examId, device: await deviceName(), deviceName: nameOfDevice(navigator.userAgent), checks }
      const { state } = await call(trial.save, input, { headers: safeHeaders() })
      setSaved(state)
    } catch {
      // The client has shown why; the page stays as it is.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <h3 className="trial-part">设备与网络</h3>
      <ul className="checks" aria-live="polite">
        {measured.isLoading && <li className="check">检测中…</li>}
        {!measured.isLoading &&
          measured.data?.map(({ item, ...check }) => <Check key={item} result={{ name: trialItem.label(item), ...check }} />)}
      </ul>
      {asked.wantsSafeBrowser && <SafeCheck examId={examId} isGood={asked.isSafeBrowser} hasConfig={asked.hasSafeConfig} />}
      {isRecorded(asked) && <Sources asked={asked} />}
      {asked.wantsSecond && <Phone examId={examId} onReady={setPhoneThere} />}
      {saved !== undefined && <Outcome state={saved} />}
      <div className="actions">
        <button type="button" disabled={measured.isLoading || isBusy} onClick={measured.reload}>
          重新检测
        </button>
        {saved === undefined || !isWhole ? null : (
          <button type="button" onClick={() => go('/')}>
            完成
          </button>
        )}
        <button
          type="button"
          className="primary"
          disabled={measured.isLoading || measured.data === undefined || isBusy}
          onClick={() => void save()}
        >
          {isBusy ? '提交中…' : isWhole ? '提交测试结果' : '以未通过提交'}
        </button>
      </div>
    </>
  )
}

function Sources({ asked }: { readonly asked: Asked }): ReactNode {
  const states = useStore(sources.view)
  const wanted: SourceName[] = [
    ...(asked.wantsCamera ? (['first'] as const) : []),
    ...(asked.wantsScreen ? (['screen'] as const) : []),
  ]
  const next = wanted.find((name) => states[name].track === null)
  return (
    <>
      <h3 className="trial-part">摄像头与屏幕共享</h3>
      <ul className="checks" aria-live="polite">
        {wanted.map((name) => (
          <SourceCheck key={name} name={name} isNext={name === next} />
        ))}
      </ul>
      {states.first.track && asked.wantsCamera && (
        <div className="preparation-view">
          <SelfView track={states.first.track} />
          <span>请确认面部完整出现在画面中</span>
        </div>
      )}
    </>
  )
}

interface SafeCheckProps {
  readonly examId: string
  readonly isGood: boolean
  readonly hasConfig: boolean
}

function SafeCheck({ examId, isGood, hasConfig }: SafeCheckProps): ReactNode {
  const [isOther, setOther] = useState(false)
  // A browser that sends no headers shows its keys on a page of its own, and comes back here.
  const look = () => void showKeys(examId, `/trial/${examId}`).then((isOnTheWay) => setOther(!isOnTheWay))
  return (
    <>
      <ul className="checks">
        <li className={`check ${isGood ? 'good' : 'bad'}`}>
          <span className="check-state">{isGood ? '通过' : '未通过'}</span>
          <strong>专用浏览器</strong>
          <span>{isGood ? '配置校验通过' : '请用 Safe Exam Browser 打开本页'}</span>
          {!isGood && (
            <button type="button" onClick={look}>
              校验浏览器
            </button>
          )}
        </li>
      </ul>
      {isOther && <SafeBrowserHint examId={examId} hasConfig={hasConfig} />}
    </>
  )
}

function Phone({ examId, onReady }: { readonly examId: string; readonly onReady: (isReady: boolean) => void }): ReactNode {
  // The phone is on another device; this page has let it in.
  useEffect(() => () => void letPhoneGo(examId), [examId])
  return (
    <>
      <h3 className="trial-part">手机机位</h3>
      <ul className="checks" aria-live="polite">
        <SecondCheck examId={examId} onReady={onReady} isTrial />
      </ul>
      <p className="note">测试时手机不录像，离开本页后自动断开；考试当天进入考试时须重新连接，请提前给手机充电。</p>
    </>
  )
}

function Outcome({ state }: { readonly state: number }): ReactNode {
  const isGood = state === trialStanding.passed || state === trialStanding.remarks
  return (
    <p className={isGood ? 'trial-outcome good' : 'trial-outcome bad'} role="status">
      {isGood
        ? '测试结果已提交：此设备可以参加考试，考试当天请使用同一设备和网络。'
        : '测试结果已提交：此设备暂不能参加考试。请按上面的提示处理后重新测试，或换一台设备。'}
    </p>
  )
}
