import { CheckCircleFilled, InboxOutlined } from '@ant-design/icons'
import { acceptOf, uploadProblem } from '@kaopei/files/contract/upload'
import { Bones, formatBytes, formatInstant, useCall } from '@kaopei/web'
import { isApiError } from '@kaopei/web/client'
import { Alert, Button, Input, Progress, Result } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { publicUpload, uploadLinkPurposes } from '../contract/upload-link.ts'
import { type Sending, useSendFiles } from './use-send-files.ts'
import './upload.css'

/** /upload: files handed in by whoever has a link; without one there is nothing to see. */
export default function UploadPage(): ReactNode {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const opened = useCall(publicUpload.open, { token }, { enabled: token !== '', staleMs: Number.POSITIVE_INFINITY })
  if (token === '') return <Closed text="请使用收到的完整上传链接打开此页面。" />
  if (opened.error) {
    const text = isApiError(opened.error) ? opened.error.message : '暂时无法打开，请检查网络后重试。'
    return <Closed text={text} onRetry={opened.refetch} />
  }
  if (!opened.data) return <Bones rows={6} />
  return <Open token={token} facts={opened.data} />
}

function Closed({ text, onRetry }: { readonly text: string; readonly onRetry?: () => void }): ReactNode {
  const again = onRetry && <Button onClick={onRetry}>重试</Button>
  return (
    <main>
      <Result status="warning" title="无法上传文件" subTitle={text} extra={again} />
    </main>
  )
}

interface OpenProps {
  readonly token: string
  readonly facts: {
    readonly companyName: string
    readonly title: string
    readonly purpose: keyof typeof uploadLinkPurposes
    readonly left: number
    readonly limit: number
    readonly expiresAt: string
  }
}

function Open({ token, facts }: OpenProps): ReactNode {
  const { companyName, title, purpose, limit, left, expiresAt } = facts
  const [sender, setSender] = useState('')
  const [problem, setProblem] = useState<string>()
  const { sending, send, retry } = useSendFiles({ token, purpose, sender })
  const senderId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const begun = sending.filter(({ error }) => error === undefined).length
  const room = left - begun
  const choose = (files: readonly File[]) => {
    const bad = files.map((file) => ({ file, text: uploadProblem(purpose, { name: file.name, sizeBytes: file.size }) }))
    const refused = bad.find(({ text }) => text !== undefined)
    const good = bad.filter(({ text }) => text === undefined).map(({ file }) => file)
    if (good.length > room) setProblem(`最多可上传${limit}个文件！`)
    else setProblem(refused && `${refused.file.name}：${refused.text}`)
    send(good.slice(0, Math.max(0, room)))
  }
  return (
    <main className="kp-upload">
      <p className="kp-hint">{companyName}</p>
      <h1>{title}</h1>
      <p className="kp-hint">
        可上传{uploadLinkPurposes[purpose]}，还可上传 {Math.max(0, room)} 个，{formatInstant(expiresAt)} 前有效
      </p>
      <label htmlFor={senderId}>您的姓名</label>
      <Input
        id={senderId}
        value={sender}
        maxLength={50}
        placeholder="选填，便于对方知道是谁提交的"
        onChange={({ target }) => setSender(target.value)}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={acceptOf(purpose)}
        aria-label="选择文件"
        onChange={({ target }) => {
          choose([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        size="large"
        type="primary"
        block
        icon={<InboxOutlined />}
        disabled={room <= 0}
        onClick={() => chooser.current?.click()}
      >
        {room > 0 ? '选择文件上传' : '文件数已达上限'}
      </Button>
      {problem !== undefined && <Alert type="error" showIcon title={problem} role="alert" />}
      <ul aria-label="文件" aria-live="polite">
        {sending.map((one) => (
          <SendingRow key={one.key} one={one} onRetry={() => retry(one.key)} />
        ))}
      </ul>
      <p className="kp-hint">网络中断时可直接重试，已传部分不会重传。请在全部完成后再关闭页面。</p>
    </main>
  )
}

function SendingRow({ one, onRetry }: { readonly one: Sending; readonly onRetry: () => void }): ReactNode {
  return (
    <li>
      <div>
        <span className="kp-upload-name">{one.file.name}</span>
        <small className="kp-hint">{formatBytes(one.file.size)}</small>
      </div>
      {one.isDone && (
        <span className="kp-upload-done">
          <CheckCircleFilled /> 已提交
        </span>
      )}
      {!one.isDone && one.error === undefined && (
        <Progress percent={Math.floor(one.share * 100)} size="small" aria-label={`${one.file.name} 上传进度`} />
      )}
      {one.error !== undefined && (
        <div role="alert">
          <span className="kp-upload-error">{one.error}</span>
          <Button size="small" onClick={onRetry}>
            重试
          </Button>
        </div>
      )}
    </li>
  )
}
