import { saveBlob } from '@kaopei/web/client'
import { Button, Result, Spin } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ownFileUrl, safeName } from './own-file-url.ts'

type State = 'downloading' | 'saved' | 'refused' | 'failed'

/** Opened in a window of its own with `url` and `name`: fetches the file, saves it, closes the window. */
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
        setState('saved')
        window.close()
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

async function save(url: string, name: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { credentials: 'omit', signal })
  if (!response.ok) throw new Error(`the file was answered with ${response.status}`)
  saveBlob(await response.blob(), name)
}
