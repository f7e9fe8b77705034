import { UploadOutlined } from '@ant-design/icons'
import { Button, Upload, type UploadFile } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { isApiError } from '../client/api-error.ts'
import { report } from '../client/error-policy.ts'
import { giveUpUpload, type UploadedFile, uploadCalls, uploadFile } from '../client/upload.ts'
import { toast } from '../notify.tsx'

export interface UploadFieldProps {
  /** Purpose of the files room: decides types and sizes. */
  readonly purpose: string
  readonly value?: readonly UploadedFile[]
  readonly onChange?: (files: readonly UploadedFile[]) => void
  /** Most files; 2 unless given. */
  readonly limit?: number
  /** Only the latest file is kept. */
  readonly replace?: boolean
  readonly text?: string
  readonly hint?: ReactNode
  readonly disabled?: boolean
  readonly id?: string
  /** Makes of a chosen file what is uploaded; a smaller picture, say. */
  readonly prepare?: (file: File) => Promise<File>
}

/** Files of a form, uploaded in slices with progress as soon as they are chosen. */
export default function UploadControl(props: UploadFieldProps): ReactNode {
  const { purpose, value = [], onChange, limit = 2, replace = false, text = '上传文件', hint, disabled, id, prepare } = props
  const [running, setRunning] = useState<readonly UploadFile[]>([])

  // Several that are chosen at once come in one after the other, before this is drawn again.
  const latest = useRef(value)
  latest.current = value
  const tell = (files: readonly UploadedFile[]) => {
    latest.current = files
    onChange?.(files)
  }

  const start = async (chosen: File, uid: string) => {
    const { problem } = uploadCalls()
    const file = prepare ? await prepare(chosen) : chosen
    const refusal = problem(purpose, { name: file.name, sizeBytes: file.size })
    if (refusal) return toast.error(refusal)
    if (!replace && latest.current.length + running.length >= limit) return toast.error(`最多可上传${limit}个文件！`)
    const stopper = new AbortController()
    const giveUp = () => {
      stopper.abort()
      void giveUpUpload(file, { purpose })
    }
    const show = (percent: number) =>
      setRunning((files) => [
        ...files.filter((other) => other.uid !== uid),
        { uid, name: file.name, status: 'uploading', percent },
      ])
    givingUp.set(uid, giveUp)
    show(0)
    try {
      const onProgress = (share: number) => show(Math.round(share * 100))
      const stored = await uploadFile(file, { purpose, onProgress, signal: stopper.signal })
      tell(replace ? [stored] : [...latest.current, stored])
    } catch (error) {
      if (!stopper.signal.aborted) report(isApiError(error) ? error : new Error('上传失败'), 'upload')
    } finally {
      givingUp.delete(uid)
      setRunning((files) => files.filter((other) => other.uid !== uid))
    }
  }

  const done = value.map((file): UploadFile => ({ uid: file.fileId, name: file.name, status: 'done', url: file.fileUrl }))
  return (
    <Upload
      {...(id !== undefined && { id })}
      accept={uploadCalls().accept(purpose)}
      multiple={!replace && limit > 1}
      disabled={disabled ?? false}
      fileList={[...done, ...running]}
      beforeUpload={(file) => {
        void start(file, file.uid)
        return false
      }}
      onRemove={(file) => {
        givingUp.get(file.uid)?.()
        tell(latest.current.filter((other) => other.fileId !== file.uid))
      }}
    >
      <Button icon={<UploadOutlined />} disabled={disabled ?? false}>
        {text}
      </Button>
      {hint && <span className="kp-hint"> {hint}</span>}
    </Upload>
  )
}

/** How uploads under way are given up, by the list entry's id. */
const givingUp = new Map<string, () => void>()
