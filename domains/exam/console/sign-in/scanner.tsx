import { Alert } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  readonly onRead: (text: string) => void
}

const lookEveryMs = 200
/** Enough for a code held before the camera, and small enough for a phone. */
const widthOfFrame = 640

type Trouble = 'unavailable' | 'refused'
const words: Readonly<Record<Trouble, string>> = {
  unavailable: '当前浏览器无法使用摄像头（需要 HTTPS），请输入准考证号',
  refused: '没有摄像头权限，请在浏览器设置中允许后重新打开，或输入准考证号',
}

/** The rear camera, read until a code is seen; the same code again is told once it has been out of sight. */
export function Scanner({ onRead }: Props): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const told = useRef(onRead)
  told.current = onRead
  const [trouble, setTrouble] = useState<Trouble>()
  // The camera is switched on and off with this element: nothing but an effect sees both.
  useEffect(() => {
    const watching = new AbortController()
    void watch(video.current, (text) => told.current(text), watching.signal).then(setTrouble)
    return () => watching.abort()
  }, [])
  if (trouble) return <Alert type="warning" showIcon title={words[trouble]} />
  return <video ref={video} className="exam-sign-in-camera" aria-label="扫描准考证二维码" muted playsInline />
}

async function watch(
  video: HTMLVideoElement | null,
  tell: (text: string) => void,
  signal: AbortSignal,
): Promise<Trouble | undefined> {
  if (!video || !navigator.mediaDevices?.getUserMedia) return 'unavailable'
  const [{ default: read }, stream] = await Promise.all([
    import('jsqr'),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }).catch(() => undefined),
  ])
  if (!stream) return 'refused'
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) {
    stop()
    return undefined
  }
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play().catch(() => undefined)
  const canvas = document.createElement('canvas')
  let before: string | undefined
  const timer = setInterval(() => {
    const picture = frameOf(video, canvas)
    const text = picture && read.default(picture.data, picture.width, picture.height)?.data
    if (text && text !== before) tell(text)
    before = text ?? undefined
  }, lookEveryMs)
  signal.addEventListener('abort', () => clearInterval(timer))
  return undefined
}

function frameOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  if (video.videoWidth === 0) return undefined
  canvas.width = Math.min(widthOfFrame, video.videoWidth)
  canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  pen?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return pen?.getImageData(0, 0, canvas.width, canvas.height)
}
