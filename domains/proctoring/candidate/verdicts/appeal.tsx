import { dateTime } from '@kaopei/web/candidate'
import { call } from '@kaopei/web/client'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { ownVerdicts } from '../../contract/verdicts/own-verdicts.ts'
import { AppealFiles } from './appeal-files.tsx'
import type { SentFile } from './appeal-uploads.ts'
import { keepAppeal, keptAppeal } from './drafts.ts'

interface Props {
  readonly attemptId: string
  readonly until: string
  readonly onDone: () => void
}

/** The candidate's way to have it looked at again, once, until a day. */
export function Appeal({ attemptId, until, onDone }: Props): ReactNode {
  const [kept] = useState(() => keptAppeal(attemptId))
  const [text, setText] = useState(kept.text)
  const [files, setFiles] = useState<readonly SentFile[]>(kept.files)
  const [problem, setProblem] = useState('')
  const [isUploading, setUploading] = useState(false)
  const [isSending, setSending] = useState(false)
  // What is written outlives a reload: files come while somebody goes on writing.
  useEffect(() => keepAppeal(attemptId, { text, files }), [attemptId, text, files])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (text.trim() === '') return setProblem('请填写申诉理由')
    if (isUploading) return setProblem('文件正在上传，请等上传完成后提交')
    setProblem('')
    setSending(true)
    try {
      await call(ownVerdicts.appeal, { attemptId, text, fileIds: files.map(({ fileId }) => fileId) })
      keepAppeal(attemptId, { text: '', files: [] })
      onDone()
    } catch {
      setSending(false) // the client has shown why; the text stays
    }
  }
  return (
    <section className="panel" aria-label="申诉">
      <h2>对裁定有异议</h2>
      <p className="verdict-deadline">{`申诉截止：${dateTime(until)}（${leftWords(until)}）`}</p>
      <p className="note">只能申诉一次，由未参与此裁定的人员处理。</p>
      <form noValidate className="verdict-appeal" onSubmit={(event) => void submit(event)}>
        <label htmlFor="appeal-text">申诉理由</label>
        <textarea
          id="appeal-text"
          rows={6}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-invalid={problem !== ''}
          aria-describedby="appeal-problem"
          placeholder="请写明事实和理由，例如当时在做什么、有谁可以证明"
        />
        <div>
          <p className="verdict-label">申诉材料</p>
          <AppealFiles files={files} onChange={setFiles} onSending={setUploading} />
        </div>
        <p id="appeal-problem" className="problem" role="alert">
          {problem}
        </p>
        <button type="submit" className="primary" disabled={isSending}>
          {isSending ? '提交中…' : '提交申诉'}
        </button>
      </form>
    </section>
  )
}

const hourMs = 3_600_000

function leftWords(until: string): string {
  const hours = Math.max(0, Math.floor((Date.parse(until) - Date.now()) / hourMs))
  return hours >= 24 ? `还有 ${Math.floor(hours / 24)} 天` : `还有 ${hours} 小时`
}
