import { formFor, LoadAgain, UploadField, useCall } from '@kaopei/web'
import type { UploadedFile } from '@kaopei/web/client'
import { Alert, Form, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { coursewareType } from '../contract/codes.ts'
import { type CoursewareRow, courseware } from '../contract/courseware.ts'
import { UsedIn } from './remove-asked.tsx'

const { Field, FormDrawer, useFormInstance } = formFor(courseware.upload)

/** 替换文件: a new version, and the question whether whoever has begun goes on with it. */
export function ReplaceFile({ row, onClose }: { readonly row: CoursewareRow; readonly onClose: () => void }): ReactNode {
  const form = useFormInstance()
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const detail = useCall(courseware.detail, { id: row.id })
  const usedIn = detail.data?.usedIn ?? []
  return (
    <FormDrawer
      open
      title={`替换“${row.title}”的文件`}
      width={560}
      form={form}
      onClose={onClose}
      endpoint={courseware.upload}
      successText="已上传新版本"
      initialValues={{ id: row.id, isForBegun: false }}
    >
      <Alert
        type="info"
        showIcon
        title={`当前为第 ${row.versionNumber} 版：${row.fileName}。新文件可以学习之前，学员仍使用当前版本。`}
      />
      <LoadAgain of={detail} what="字幕和使用情况" />
      {(detail.data?.subtitles.length ?? 0) > 0 && (
        <Alert type="warning" showIcon title="字幕属于当前文件，不会带到新文件。替换后请在“字幕”中重新上传。" />
      )}
      {usedIn.length > 0 && (
        <>
          <p>使用它的课程和微课：</p>
          <UsedIn usedIn={usedIn} />
        </>
      )}
      <Form.Item label={`新文件（${coursewareType.label(row.type)}）`} required htmlFor="replace-file">
        <UploadField
          id="replace-file"
          purpose="courseware"
          replace
          value={files}
          onChange={(stored) => {
            setFiles(stored)
            form.setFieldValue('fileId', stored.at(-1)?.fileId)
            void form.validateFields(['fileId']).catch(() => undefined)
          }}
        />
      </Form.Item>
      <Field name="fileId" hidden>
        <input type="hidden" />
      </Field>
      <Field name="isForBegun" label="已经开始学习的人" required>
        <Radio.Group
          options={[
            { value: false, label: '学完他们开始时的版本' },
            { value: true, label: '也使用新文件（已学的进度按新文件重新计算）' },
          ]}
        />
      </Field>
    </FormDrawer>
  )
}
