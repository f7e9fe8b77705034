import { toast } from '@kaopei/web'
import { isApiError, report, uploadCalls, uploadFile } from '@kaopei/web/client'
import { Button } from 'antd'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import './company-info.css'

interface PictureFieldProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (url: string | null) => void
  /** What the picture is, for who cannot see it. */
  readonly label: string
  readonly shape: 'wide' | 'square'
}

const purpose = 'branding'

/** One picture with its preview, uploaded as soon as it is chosen. */
export function PictureField({ id, value, onChange, label, shape }: PictureFieldProps): ReactNode {
  const file = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number>()

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    event.target.value = ''
    if (!chosen) return
    const refusal = uploadCalls().problem(purpose, { name: chosen.name, sizeBytes: chosen.size })
    if (refusal) return toast.error(refusal)
    setPercent(0)
    try {
      const stored = await uploadFile(chosen, { purpose, onProgress: (share) => setPercent(Math.round(share * 100)) })
      onChange?.(stored.fileUrl)
    } catch (error) {
      report(isApiError(error) ? error : new Error('上传失败'), 'upload')
    } finally {
      setPercent(undefined)
    }
  }

  return (
    <div className="kp-picture">
      <span className={`kp-picture-preview kp-picture-${shape}`}>
        {value ? <img src={value} alt={`${label}预览`} /> : <span className="kp-hint">未设置</span>}
      </span>
      <input
        ref={file}
        {...(id !== undefined && { id })}
        type="file"
        className="kp-visually-hidden"
        tabIndex={-1}
        aria-label={`选择${label}`}
        accept=".png,.jpg,.jpeg,.gif"
        onChange={(event) => void choose(event)}
      />
      <Button loading={percent !== undefined} onClick={() => file.current?.click()}>
        {percent === undefined ? (value ? `更换${label}` : `上传${label}`) : `上传中 ${percent}%`}
      </Button>
      {value && (
        <Button type="text" onClick={() => onChange?.(null)}>
          移除{label}
        </Button>
      )}
    </div>
  )
}
