import { UploadField } from '@kaopei/web'
import { Button } from 'antd'
import type { ReactNode } from 'react'

export interface PictureFieldProps {
  readonly id?: string
  readonly label: string
  /** Its address; '' without one. */
  readonly value?: string
  readonly onChange?: (address: string) => void
}

/** One picture, shown as soon as it is uploaded. */
export function PictureField({ id, label, value = '', onChange }: PictureFieldProps): ReactNode {
  return (
    <div className="kp-ware-picture">
      {value !== '' && <img src={value} alt={label} />}
      <UploadField
        {...(id !== undefined && { id })}
        purpose="image"
        replace
        value={[]}
        text={value === '' ? `上传${label}` : `更换${label}`}
        onChange={(files) => {
          const file = files.at(-1)
          if (file) onChange?.(file.fileUrl)
        }}
      />
      {value !== '' && (
        <Button type="link" size="small" onClick={() => onChange?.('')}>
          移除
        </Button>
      )}
    </div>
  )
}
