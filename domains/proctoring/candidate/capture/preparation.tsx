import type { BeginPartProps } from '@kaopei/exam/candidate'
import { useStore } from '@kaopei/web/client'
import { type ReactNode, useEffect, useState } from 'react'
import { SecondCheck } from '../second/second-strip.tsx'
import { SelfView } from './panel.tsx'
import { canShareScreen, type SourceName, sources } from './sources.ts'
import { FreeSpace, UploadRate } from './upload-rate.tsx'
import { lossWords, mendWords, sourceNames } from './words.ts'
import './capture.css'

/** Camera first, then the screen: each with its state and one button. What is granted here goes on in the exam. */
export default function Preparation({ examId, wants, onReady }: BeginPartProps): ReactNode {
  const states = useStore(sources.view)
  const wanted: SourceName[] = [...(wants.camera ? (['first'] as const) : []), ...(wants.screen ? (['screen'] as const) : [])]
  const open = wanted.find((name) => lossWords(name, states[name]) !== null)
  const [isPhoneReady, setPhoneReady] = useState(!wants.second)
  const isReady = open === undefined && isPhoneReady
  // What is open here belongs to the page; the exam's own page takes it over within a moment.
  useEffect(() => sources.hold(), [])
  // The page of another room has the button that waits for it.
  useEffect(() => onReady(isReady), [isReady, onReady])
  return (
    <section className="preparation" aria-label="监考采集检测">
      <h2>监考采集检测</h2>
      <ul className="checks" aria-live="polite">
        {wanted.map((name) => (
          <SourceCheck key={name} name={name} isNext={name === open} />
        ))}
        {wants.second && <SecondCheck examId={examId} onReady={setPhoneReady} />}
        <UploadRate />
        <FreeSpace />
      </ul>
      {states.first.track && wants.camera && (
        <div className="preparation-view">
          <SelfView track={states.first.track} />
          <span>请确认面部完整出现在画面中</span>
        </div>
      )}
      {!isReady && <p className="note">以上各项就绪后才能开始考试；采集只在考试进行中，断网或中断不影响作答。</p>}
    </section>
  )
}

export function SourceCheck({ name, isNext }: { name: SourceName; isNext: boolean }): ReactNode {
  const state = useStore(sources.view)[name]
  const words = lossWords(name, state)
  const isImpossible = name === 'screen' && !canShareScreen()
  const openSource = () => void (name === 'screen' ? sources.openScreen(true) : sources.openCamera())
  return (
    <li className={`check ${words === null ? 'good' : 'bad'}`}>
      <span className="check-state">{words === null ? '通过' : isImpossible ? '不支持' : '待开启'}</span>
      <strong>{sourceNames[name]}</strong>
      <span>{isImpossible ? '此设备不支持共享屏幕，请改用电脑参加考试' : (words ?? '已就绪')}</span>
      {words !== null && !isImpossible && (
        <button type="button" className={isNext ? 'primary' : undefined} disabled={state.isOpening} onClick={openSource}>
          {state.isOpening ? '正在开启…' : mendWords(name, state)}
        </button>
      )}
    </li>
  )
}
