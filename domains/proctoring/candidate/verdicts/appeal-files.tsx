import { type ReactNode, useRef, useState } from 'react'
import { mostAppealFiles } from '../../contract/verdicts/verdict-codes.ts'
import { acceptedFiles, type SentFile, sendFile } from './appeal-uploads.ts'
import { sizeText } from './file-links.tsx'

interface Props {
  readonly files: readonly SentFile[]
  readonly onChange: (files: readonly SentFile[]) => void
  readonly onSending: (isSending: boolean) => void
}

/** Pictures and documents that go with the appeal; each is uploaded when it is chosen. */
export function AppealFiles({ files, onChange, onSending }: Props): ReactNode {
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number }>()
  const [refusal, setRefusal] = useState('')
  const chooser = useRef<HTMLInputElement>(null)
  const isFull = files.length >= mostAppealFiles
  const send = async (chosen: readonly File[]) => {
    setRefusal(chosen.length > mostAppealFiles - files.length ? `申诉材料最多 ${mostAppealFiles} 个，其余没有上传` : '')
    onSending(true)
    let sent = files
    for (const file of chosen.slice(0, mostAppealFiles - files.length)) {
      setSending({ name: file.name, share: 0 })
      try {
        sent = [...sent, await sendFile(file, (share) => setSending({ name: file.name, share }))]
        onChange(sent)
      } catch (error) {
        setRefusal(`${file.name}：${error instanceof Error && error.message !== '' ? error.message : '上传失败，请重试'}`)
      }
    }
    setSending(undefined)
    onSending(false)
  }
  return (
    <>
      {files.length > 0 && (
        <ul className="verdict-files" aria-label="已上传的申诉材料">
          {files.map((file) => (
            <li key={file.fileId}>
              <span>{file.name}</span>
              <span className="note">{sizeText(file.sizeBytes)}</span>
              <button
                type="button"
                aria-label={`删除 ${file.name}`}
                disabled={sending !== undefined}
                onClick={() => onChange(files.filter(({ fileId }) => fileId !== file.fileId))}
              >
                删除
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={acceptedFiles}
        aria-label="选择申诉材料"
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          target.value = ''
          if (chosen.length > 0) void send(chosen)
        }}
      />
      <button type="button" disabled={isFull || sending !== undefined} onClick={() => chooser.current?.click()}>
        {sending ? `正在上传 ${Math.round(sending.share * 100)}%` : isFull ? `已有 ${mostAppealFiles} 个` : '添加图片或文件'}
      </button>
      <p className="note" role="status">
        {refusal !== '' ? refusal : `可选，最多 ${mostAppealFiles} 个；支持图片、PDF、Word 文档。`}
      </p>
    </>
  )
}
