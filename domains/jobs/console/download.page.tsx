import { randomId, saveUrl } from '@kaopei/web/client'
import { Button, Result, Spin } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ownFileUrl, safeName } from './own-file-url.ts'

type State = 'downloading' | 'saved' | 'refused' | 'failed'

/** Opened in a window of its own with `url` and `name`: has the file saved, and closes once the browser has it in hand. */
export default function DownloadPage(): ReactNode {
  const [params] = useSearchParams()
  const url = ownFileUrl(params.get('url'), window.location.origin)
  const name = safeName(params.get('name'))
  const [state, setState] = useState<State>(url ? 'downloading' : 'refused')
  const [attempt, setAttempt] = useState(0)

  // The page exists for this one effect: it downloads as soon as it is open, and again when asked to.
  useEffect(() => {
    if (!url) return undefined
    const stop = new AbortController()
    setState('downloading')
    save(url, name, stop.signal).then(
      () => {
        if (stop.signal.aborted) return
        setState('saved')
        window.setTimeout(() => stop.signal.aborted || window.close(), closesAfterMs)
      },
      () => !stop.signal.aborted && setState('failed'),
    )
    return () => stop.abort(attempt)
  }, [url, name, attempt])

  if (state === 'refused')
    return <Result status="warning" title="无法下载" subTitle="下载地址不是本系统的文件，请回到原页面重新下载" />
  if (state === 'failed') {
    const again = (
      <Button type="primary" onClick={() => setAttempt((count) => count + 1)}>
        重新下载
      </Button>
    )
    return (
      <Result status="error" title="下载失败" subTitle="文件可能已过期或网络中断，请重试或到下载中心重新导出" extra={again} />
    )
  }
  if (state === 'saved') return <Result status="success" title="文件已保存" subTitle="可以关闭此窗口" />
  return <Result icon={<Spin size="large" />} title="正在下载，请稍候…" subTitle={name} />
}

/**
 * Saves the file by a download of the browser's own, which goes on when this window is closed. Done once the server has answered that
 * download: a cookie tells, because nothing else in a page hears of one.
 */
async function save(url: string, name: string, signal: AbortSignal): Promise<void> {
  // Asked for first, so that a link that ended is told here and not saved as a file. A store elsewhere answers by leading there.
  const probe = await fetch(url, { method: 'HEAD', credentials: 'omit', redirect: 'manual', signal })
  if (!probe.ok && probe.type !== 'opaqueredirect') throw new Error(`the file was answered with ${probe.status}`)
  const receipt = randomId()
  saveUrl(`${url}?${new URLSearchParams({ name, receipt })}`, name)
  await handedOver(receipt, signal)
}

const lookEveryMs = 50
const mostWaitMs = 60_000
/** The cookie comes with the answer's head, the browser makes a download of it a moment later, of a window that should still be there. */
const closesAfterMs = 500

function handedOver(receipt: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const from = performance.now()
    const timer = setInterval(() => {
      if (document.cookie.includes(`kp-handed-over-${receipt}=`)) finish(resolve)
      else if (signal.aborted || performance.now() - from > mostWaitMs)
        finish(() => reject(new Error('the download has not begun')))
    }, lookEveryMs)
    const finish = (end: () => void) => {
      clearInterval(timer)
      end()
    }
  })
}
