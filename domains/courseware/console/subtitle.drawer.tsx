import { ActionButton, EmptyState, formFor, Loaded, UploadField, useCall } from '@kaopei/web'
import type { UploadedFile } from '@kaopei/web/client'
import { Drawer, Form, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { type CoursewareRow, courseware } from '../contract/courseware.ts'
import { coursewareSubtitle } from '../contract/subtitle.ts'

const { Field, FormBody, useForm } = formFor(coursewareSubtitle.save)

const languages = [
  { value: 'zh', label: '简体中文' },
  { value: 'zh-Hant', label: '繁体中文' },
  { value: 'en', label: '英语' },
  { value: 'ja', label: '日语' },
  { value: 'ko', label: '韩语' },
] as const

/** 字幕: of the newest version, one file of each language. */
export function SubtitleDrawer({ row, onClose }: { readonly row: CoursewareRow; readonly onClose: () => void }): ReactNode {
  const detail = useCall(courseware.detail, { id: row.id })
  return (
    <Drawer open title={`“${row.title}”的字幕`} size={520} onClose={onClose}>
      <Loaded of={detail}>
        {({ subtitles }) => (
          <>
            {subtitles.length === 0 && <EmptyState text="暂无字幕" />}
            <ul className="kp-ware-subtitles">
              {subtitles.map(({ language, label }) => (
                <li key={language}>
                  <span>{label}</span>
                  <ActionButton
                    endpoint={coursewareSubtitle.remove}
                    type="link"
                    size="small"
                    danger
                    input={{ id: row.id, language }}
                    confirm={{ title: '删除字幕？', content: `确定删除“${label}”字幕吗？`, isDangerous: true }}
                    successText="删除成功"
                  >
                    删除
                  </ActionButton>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <AddSubtitle key={detail.data?.subtitles.length ?? 0} id={row.id} />
    </Drawer>
  )
}

function AddSubtitle({ id }: { readonly id: string }): ReactNode {
  const [files, setFiles] = useState<readonly UploadedFile[]>([])
  const editing = useForm({ endpoint: coursewareSubtitle.save, successText: '字幕已保存' })
  const { form } = editing
  const labelOf = (language: string) => languages.find(({ value }) => value === language)?.label ?? language
  const take = (stored: readonly UploadedFile[]) => {
    setFiles(stored)
    const fileId = stored.at(-1)?.fileId
    form.setFieldsValue({ fileId, label: labelOf(form.getFieldValue('language')) })
    if (fileId !== undefined) void editing.submit().then((isSaved) => isSaved && setFiles([]))
  }
  return (
    <FormBody editing={editing} initialValues={{ id, language: 'zh', label: '简体中文' }}>
      <Field name="language" label="语言">
        <Select options={[...languages]} />
      </Field>
      <Form.Item
        label="字幕文件"
        htmlFor="subtitle-file"
        extra="支持 .srt、.vtt，UTF-8 或 GB18030 编码；同一语言再次上传会替换。"
      >
        <UploadField id="subtitle-file" purpose="subtitle" replace value={files} onChange={take} />
      </Form.Item>
      {(['fileId', 'label'] as const).map((name) => (
        <Field key={name} name={name} hidden>
          <input type="hidden" />
        </Field>
      ))}
    </FormBody>
  )
}
