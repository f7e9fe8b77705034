import { useSession } from '@kaopei/web/client'
import { Select } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { frameMessage, type PageMessage, packagePlayerUrl } from '../contract/package-messages.ts'
import type { ShownCourseware } from '../contract/shown.ts'
import './courseware.css'

/** A package as a learner meets it the first time; nothing that it says is kept. */
export function PackagePreview({ shown }: { readonly shown: NonNullable<ShownCourseware['package']> }): ReactNode {
  const { frameUrl, parts } = shown
  const session = useSession()
  const frame = useRef<HTMLIFrameElement>(null)
  const [number, setNumber] = useState(parts[0]?.number ?? 1)
  const [failure, setFailure] = useState<string>()
  const learner = { id: session?.staffId ?? '', name: session?.name ?? '' }
  // The frame speaks by the window's messages, which React does not hear.
  useEffect(() => {
    const answer = (message: PageMessage) => frame.current?.contentWindow?.postMessage(message, window.location.origin)
    const hear = ({ data, origin, source }: MessageEvent) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return
      const message = frameMessage.safeParse(data).data
      if (message?.kind === 'ready') answer({ kaopei: 'package', kind: 'start', learner, state: null, isPreview: true })
      if (message?.kind === 'commit') answer({ kaopei: 'package', kind: 'saved', seq: message.seq })
      if (message?.kind === 'failed') setFailure(message.text)
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  })
  const choose = (next: number) => {
    setFailure(undefined)
    setNumber(next)
  }
  return (
    <div className="kp-ware-package">
      {parts.length > 1 && (
        <Select
          aria-label="章节"
          value={number}
          onChange={choose}
          options={parts.map((part) => ({ value: part.number, label: `${part.number}. ${part.title}` }))}
        />
      )}
      {failure !== undefined && <p role="alert">{failure}</p>}
      <iframe key={number} ref={frame} title="标准课件" src={packagePlayerUrl(frameUrl, number)} allow="fullscreen; autoplay" />
      <p className="kp-hint">预览不保存学习记录。</p>
    </div>
  )
}
