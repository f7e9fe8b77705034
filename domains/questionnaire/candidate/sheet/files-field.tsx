import { type ReactNode, useRef, useState } from 'react'
import type { Answer } from '../../contract/answers.ts'
import type { Element } from '../../contract/definition.ts'
import type { AnsweredFile, FieldProps } from './field-props.ts'

type Sending = { readonly name: string; readonly share: number }

export function FilesField(props: FieldProps<Extract<Element, { kind: 'file' }>>): ReactNode {
  const { element, id, answer, describedBy, isInvalid, files: way, onChange } = props
  const [sending, setSending] = useState<Sending>()
  const [refusal, setRefusal] = useState<string>()
  const chooser = useRef<HTMLInputElement>(null)
  const files = filesOf(answer)
  const isFull = files.length >= element.mostFiles
  const send = async (file: File) => {
    if (!way.upload) return
    setRefusal(undefined)
    setSending({ name: file.name, share: 0 })
    try {
      const done = await way.upload(file, (share) => setSending({ name: file.name, share }))
      onChange({ files: [...files, done] })
    } catch (error) {
      setRefusal(error instanceof Error && error.message !== '' ? error.message : '上传失败，请重试')
    }
    setSending(undefined)
  }
  const remove = (fileId: string) => {
    const left = files.filter((file) => file.fileId !== fileId)
    onChange(left.length === 0 ? undefined : { files: left })
  }
  return (
    <>
      {files.length > 0 && (
        <ul className="qn-files" aria-label="已上传的文件">
          {files.map((file) => (
            <li key={file.fileId} className="qn-file">
              <span>{file.name}</span>
              <button type="button" aria-label={`删除文件 ${file.name}`} onClick={() => remove(file.fileId)}>
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
        accept={way.accept}
        aria-label="选择文件"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <button
        type="button"
        id={id}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        disabled={isFull || sending !== undefined || !way.upload}
        onClick={() => chooser.current?.click()}
      >
        {sending ? `正在上传 ${Math.round(sending.share * 100)}%` : isFull ? `最多 ${element.mostFiles} 个文件` : '上传文件'}
      </button>
      <p className="note" role="status">
        {refusal ?? (sending ? sending.name : way.upload ? '' : '预览中不能上传文件')}
      </p>
    </>
  )
}

function filesOf(answer: Answer | undefined): readonly AnsweredFile[] {
  return typeof answer === 'object' && 'files' in answer ? answer.files : []
}
