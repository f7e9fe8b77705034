import type { OutputOf } from '@kaopei/contract'
import { Dialog } from '@kaopei/web/candidate'
import { call, isApiError } from '@kaopei/web/client'
import { create as createCode } from 'qrcode'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { secondCamera } from '../../contract/second-camera.ts'
import './second.css'

export type SecondState = OutputOf<typeof secondCamera.state>

const askEveryMs = { busy: 2000, quiet: 20_000 }

/** How the phone stands; asked often while something is to happen, else now and then. */
export function useSecondCamera(examId: string | null, isBusy: boolean) {
  const [state, setState] = useState<SecondState>()
  const ask = useCallback(async () => {
    if (examId === null) return
    const told = await call(secondCamera.state, { examId }, { silent: true, timeoutMs: 8000 }).catch(() => undefined)
    if (told) setState(told)
  }, [examId])
  const isNear = isBusy || (state !== undefined && state.standing !== 'connected')
  // Only asking tells what happens on another device.
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = () =>
      void ask().then(() => {
        if (!isOver) timer = setTimeout(turn, isNear ? askEveryMs.busy : askEveryMs.quiet)
      })
    turn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [ask, isNear])
  return { state, ask }
}

/** The phone of a trial is let go with its page: on the day another code is shown. */
export async function letPhoneGo(examId: string): Promise<void> {
  const state = await call(secondCamera.state, { examId }, { silent: true }).catch(() => undefined)
  const cameraId = state?.cameraId ?? null
  if (cameraId !== null)
    await call(secondCamera.confirm, { examId, id: cameraId, isOwn: false }, { silent: true }).catch(() => undefined)
}

export function secondWords(state: SecondState | undefined): string {
  if (!state || state.standing === 'none') return '尚未连接手机'
  if (state.standing === 'asking') return '有手机请求连接，请核对校验码'
  if (state.standing === 'lost') return '手机机位已断开，请检查手机是否锁屏或断网'
  const battery = state.battery === null ? '' : `，电量 ${state.battery}%${state.battery < 20 ? '，请接上电源' : ''}`
  return `手机已连接${battery}`
}

interface InviteProps {
  readonly examId: string
  readonly isTrial?: boolean
  readonly state: SecondState | undefined
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** The code for the phone, then the question whether it is the own one. */
export function SecondInvite({ examId, isTrial = false, state, onClose, onChanged }: InviteProps): ReactNode {
  const [invitation, setInvitation] = useState<{ url: string; expiresAt: string }>()
  const [problem, setProblem] = useState('')
  const invite = useCallback(() => {
    setInvitation(undefined)
    setProblem('')
    call(secondCamera.invite, { examId, isTrial }, { silent: true }).then(setInvitation, (error: unknown) =>
      setProblem(isApiError(error) && error.message ? error.message : '生成失败，请检查网络后重试'),
    )
  }, [examId, isTrial])
  // The code belongs to the dialog: it is made when it opens.
  useEffect(invite, [invite])
  const asking = state?.asking
  const decide = (isOwn: boolean) => {
    if (!asking) return
    call(secondCamera.confirm, { examId, id: asking.id, isOwn }, { silent: true })
      .then(() => (isOwn ? onClose() : invite()))
      .catch((error: unknown) => setProblem(isApiError(error) ? error.message : '确认失败，请重试'))
      .finally(onChanged)
  }
  if (asking)
    return (
      <Dialog
        title="确认手机机位"
        onClose={onClose}
        actions={
          <>
            <button type="button" onClick={() => decide(false)}>
              不是我的手机
            </button>
            <button type="button" className="primary" onClick={() => decide(true)}>
              是我的手机
            </button>
          </>
        }
      >
        <div className="second-invite">
          <p>{asking.device} 请求作为手机机位</p>
          <p>
            校验码 <strong className="second-digits">{asking.digits}</strong>
          </p>
          <p>手机上显示的校验码与此一致时，请确认。</p>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="用手机扫码" onClose={onClose}>
      <div className="second-invite">
        {problem !== '' && <p role="alert">{problem}</p>}
        {invitation && <QrCode text={new URL(invitation.url, location.origin).href} />}
        <Remaining until={invitation?.expiresAt} onOver={() => setInvitation(undefined)} />
        <p>用手机相机或浏览器扫描，无需登录。二维码两分钟内有效，只能使用一次。</p>
        <button type="button" onClick={invite}>
          重新生成
        </button>
      </div>
    </Dialog>
  )
}

function Remaining({ until, onOver }: { until: string | undefined; onOver: () => void }): ReactNode {
  const [seconds, setSeconds] = useState(120)
  // A code that is over is not shown; only the clock says when.
  useEffect(() => {
    if (until === undefined) return
    const end = Date.now() + 120_000
    setSeconds(120)
    const timer = setInterval(() => {
      const left = Math.ceil((end - Date.now()) / 1000)
      setSeconds(left)
      if (left <= 0) onOver()
    }, 1000)
    return () => clearInterval(timer)
  }, [until, onOver])
  return <p className="note">{until === undefined ? '二维码已过期，请重新生成' : `剩余 ${seconds} 秒`}</p>
}

const border = 4

function QrCode({ text }: { text: string }): ReactNode {
  const { modules } = createCode(text, { errorCorrectionLevel: 'M' })
  const cells = Array.from({ length: modules.size * modules.size }, (_, index) => index).filter((index) => modules.data[index])
  const path = cells
    .map((index) => `M${(index % modules.size) + border} ${Math.floor(index / modules.size) + border}h1v1h-1z`)
    .join('')
  const side = modules.size + 2 * border
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label="手机机位二维码" data-url={text} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
