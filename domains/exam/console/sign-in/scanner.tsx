import { Alert } from 'antd'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

interface Props {
  /** What is before the camera. Kept by whoever shows the scanner again and again: a ticket that is still held up is not read anew. */
  readonly inSight: RefObject<string | undefined>
  readonly onRead: (text: string) => void
}

const lookEveryMs = 200
/** A hand trembles: only after a second of seeing none a code is out of sight. */
const blindLooks = 5
/** Enough for a code held before the camera, and small enough for a phone. */
const widthOfFrame = 640

type Trouble = 'unavailable' | 'refused'
const words: Readonly<Record<Trouble, string>> = {
  unavailable: '当前浏览器无法使用摄像头（需要 HTTPS），请输入准考证号',
  refused: '没有摄像头权限，请在浏览器设置中允许后重新打开，或输入准考证号',
}

/** The rear camera, read until a code is seen; the same code again is told once it has been out of sight. */
export function Scanner({ inSight, onRead }: Props): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const told = useRef(onRead)
  told.current = onRead
  const [trouble, setTrouble] = useState<Trouble>()
  // The camera is switched on and off with this element: nothing but an effect sees both.
  useEffect(() => {
    const watching = new AbortController()
    void watch(video.current, inSight, (text) => told.current(text), watching.signal).then(setTrouble)
    return () => watching.abort()
  }, [inSight])
  if (trouble) return <Alert type="warning" showIcon title={words[trouble]} />
  return <video ref={video} className="exam-sign-in-camera" aria-label="扫描准考证二维码" muted playsInline />
}

async function watch(
  video: HTMLVideoElement | null,
  inSight: RefObject<string | undefined>,
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
  let blind = 0
  const timer = setInterval(() => {
    const picture = frameOf(video, canvas)
    if (!picture) return
    const text = read.default(picture.data, picture.width, picture.height)?.data || undefined
    if (text === undefined) {
      blind += 1
      if (blind >= blindLooks) inSight.current = undefined
      return
    }
    blind = 0
    if (text === inSight.current) return
    inSight.current = text
    tell(text)
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
