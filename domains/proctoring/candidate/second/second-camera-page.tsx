import { useStore } from '@kaopei/web/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Phone, type PhoneView } from './phone.ts'
import './second.css'

/** 手机机位: one thing only. Whoever holds the phone sees what it films and whether it arrives. */
export default function SecondCameraPage(): ReactNode {
  const [phone, setPhone] = useState<Phone>()
  // Camera, lock and recorder live as long as the page.
  useEffect(() => {
    const code = location.hash.slice(1)
    // The code is used up by being opened: a reload goes on with the phone's own key.
    if (code !== '') history.replaceState(null, '', location.pathname)
    const opened = new Phone()
    setPhone(opened)
    void opened.open(code)
    return () => opened.close()
  }, [])
  return phone && <Shown phone={phone} />
}

const titles: Readonly<Record<PhoneView['stage'], string>> = {
  opening: '正在连接…',
  refused: '未能连接',
  asking: '请在电脑上确认',
  ready: '已连接，等待考试开始',
  filming: '正在录像',
  paused: '考试已暂停',
  over: '手机机位已结束',
}

function Shown({ phone }: { phone: Phone }): ReactNode {
  const view = useStore(phone.view)
  const { stage, problem, digits, examName, track, cameraProblem } = view
  const isOpen = stage !== 'refused' && stage !== 'over'
  return (
    <main className="page second-camera">
      <h1>手机机位</h1>
      {examName !== '' && <p className="note">{examName}</p>}
      <p role="status" className={`second-state ${stage}`}>
        {titles[stage]}
      </p>
      {problem && <p role="alert">{problem}</p>}
      {stage === 'asking' && (
        <p>
          校验码 <strong className="second-digits">{digits}</strong>
          ，与电脑上显示的一致时，请在电脑上点“是我的手机”。
        </p>
      )}
      {isOpen && cameraProblem && (
        <p role="alert">
          {cameraProblem}{' '}
          <button type="button" onClick={() => void phone.retryCamera()}>
            重新开启摄像头
          </button>
        </p>
      )}
      {isOpen && track && <View track={track} />}
      {isOpen && (
        <p>
          <button type="button" disabled={stage === 'opening'} onClick={() => void phone.turn()}>
            切换前后摄像头
          </button>
        </p>
      )}
      <Standing view={view} />
    </main>
  )
}

function Standing({ view: { stage, isOffline, isAwake, sent, waiting } }: { view: PhoneView }): ReactNode {
  if (stage === 'refused' || stage === 'opening') return null
  if (stage === 'over')
    return <p>{waiting > 0 ? `还有 ${waiting} 段录像待上传，请保持此页打开。` : '摄像头已关闭，可以关闭此页。'}</p>
  return (
    <ul className="second-facts">
      <li>
        已上传 {sent} · 待上传 {waiting}
      </li>
      {isOffline && <li className="bad">网络中断，录像先保存在手机上，恢复后自动上传</li>}
      {!isAwake && <li className="bad">此手机可能自动锁屏，请在系统设置中关闭自动锁定</li>}
      <li>请接上电源，把手机放在侧后方，让双手和电脑屏幕都在画面中，考试结束前不要切换到其他应用。</li>
    </ul>
  )
}

function View({ track }: { track: MediaStreamTrack }): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  // A stream is no attribute: only the element itself takes it.
  useEffect(() => {
    if (video.current) video.current.srcObject = new MediaStream([track])
  }, [track])
  return <video ref={video} className="second-view" autoPlay muted playsInline aria-label="摄像头画面" />
}
