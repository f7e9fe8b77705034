import { DownloadOutlined } from '@ant-design/icons'
import { Bones, copyText, ErrorState, toast } from '@kaopei/web'
import { call, isApiError, saveBlob } from '@kaopei/web/client'
import { Button, Input, QRCode, Space } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { carriesToken } from '../contract/own-path.ts'
import { shortLink } from '../contract/short-link.ts'
import { pathHere } from './path-here.ts'
import { qrPicture, qrSizes } from './qr-picture.ts'

interface Shared {
  readonly originUrl: string
  readonly title: string
  readonly link?: string
}

/** The longest side that is drawn; smaller pictures are made of it. */
const drawnPx = 800

export default function ShareCanvas({ originUrl, title, link: known }: Shared): ReactNode {
  const { link, error, again } = useShareLink(originUrl, title, known)
  const box = useRef<HTMLDivElement>(null)
  if (error) return <ErrorState error={error} onRetry={again} />
  if (link === undefined) return <Bones rows={6} />
  const save = async (size: number) => {
    const drawn = box.current?.querySelector('canvas')
    const picture = drawn && (await qrPicture(drawn, size))
    if (!picture) return toast.error('二维码生成失败，请重试')
    saveBlob(picture, `${title}-二维码-${size}.png`)
  }
  return (
    <section aria-label={`分享 ${title}`} style={{ display: 'flex', flexDirection: 'column', gap: 16 }}>
      <div style={{ alignSelf: 'center' }} role="img" aria-label={`${title} 的二维码`}>
        <div aria-hidden="true">
          <QRCode value={link} errorLevel="H" size={232} type="svg" bgColor="#ffffff" color="#000000" />
        </div>
      </div>
      <div ref={box} hidden>
        <QRCode value={link} errorLevel="H" size={drawnPx} type="canvas" bordered={false} bgColor="#ffffff" color="#000000" />
      </div>
      <div>
        <label htmlFor="share-link">链接</label>
        <Space.Compact style={{ width: '100%', marginTop: 8 }}>
          <Input id="share-link" readOnly value={link} onFocus={({ target }) => target.select()} />
          <Button type="primary" onClick={() => void copyText(link)}>
            复制链接
          </Button>
        </Space.Compact>
      </div>
      <div>
        <div style={{ marginBottom: 8 }}>下载二维码</div>
        <Space wrap>
          {qrSizes.map((size) => (
            <Button key={size} icon={<DownloadOutlined />} onClick={() => void save(size)}>
              {size} × {size}
            </Button>
          ))}
        </Space>
      </div>
      <p className="kp-hint" style={{ margin: 0 }}>
        {carriesToken(link)
          ? '获得链接的人无需登录即可打开，请只发给需要的人；此链接只显示这一次。'
          : '获得链接的人仍需按页面要求登录或验证。'}
      </p>
    </section>
  )
}

/** The short link to a page; an address that holds a token is its own link, because nothing keeps tokens. */
function useShareLink(originUrl: string, title: string, known: string | undefined) {
  const [link, setLink] = useState<string>()
  const [error, setError] = useState<Error>()
  const [attempt, setAttempt] = useState(0)
  // The drawer exists to make this one link; the server answers the same one for the same page.
  useEffect(() => {
    if (known !== undefined) {
      setLink(known)
      return undefined
    }
    const full = new URL(originUrl, window.location.origin).href
    if (carriesToken(originUrl)) {
      setLink(full)
      return undefined
    }
    const stop = new AbortController()
    setError(undefined)
    call(shortLink.create, { originUrl: pathHere(full), title }, { signal: stop.signal, silent: true }).then(
      (made) => setLink(new URL(made, window.location.origin).href),
      (problem: unknown) => {
        if (!stop.signal.aborted) setError(isApiError(problem) ? problem : new Error('短链接生成失败'))
      },
    )
    return () => stop.abort(attempt)
  }, [originUrl, title, known, attempt])
  return { link, error, again: () => setAttempt((count) => count + 1) }
}
