import { UploadField } from '@kaopei/web'
import { Button, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ElementOf } from '../../contract/definition.ts'
import type { ChangeElement } from './kind-fields-props.ts'
import { Labelled } from './labelled.tsx'

interface NotePictureProps {
  readonly element: ElementOf<'note'>
  readonly prefix: string
  readonly isFixed: boolean
  readonly pictureUrls: Readonly<Record<string, string>>
  readonly change: ChangeElement
}

/** The picture of a text; one that was just uploaded is shown from where the upload says. */
export function NotePicture({ element, prefix, isFixed, pictureUrls, change }: NotePictureProps): ReactNode {
  const [uploaded, setUploaded] = useState<Readonly<Record<string, string>>>({})
  const fileId = element.pictureFileId
  const url = fileId === null ? undefined : (uploaded[fileId] ?? pictureUrls[fileId])
  return (
    <Labelled label="图片" htmlFor={`${prefix}-picture`}>
      {url && <img className="kp-qn-picture" src={url} alt="已上传的图片" />}
      {!isFixed && (
        <Space wrap align="start">
          <UploadField
            id={`${prefix}-picture`}
            purpose="image"
            replace
            value={[]}
            text={fileId === null ? '上传图片' : '更换图片'}
            onChange={(files) => {
              const file = files.at(-1)
              if (!file) return
              setUploaded((before) => ({ ...before, [file.fileId]: file.fileUrl }))
              change({ pictureFileId: file.fileId })
            }}
          />
          {fileId !== null && <Button onClick={() => change({ pictureFileId: null })}>删除图片</Button>}
        </Space>
      )}
    </Labelled>
  )
}
