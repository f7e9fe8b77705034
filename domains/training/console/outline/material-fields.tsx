import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { RichTextEditor, UploadField } from '@kaopei/web'
import { Button, Form, Input, Space } from 'antd'
import type { ReactNode } from 'react'
import type { TaskDraft } from './use-outline.ts'

type Content = NonNullable<TaskDraft['content']>
type Link = NonNullable<Content['links']>[number]

interface Props {
  readonly value: TaskDraft['content']
  readonly onChange: (content: Content) => void
}

const mostOfEach = 20

/** A text, files, links: any of them. */
export function MaterialFields({ value = {}, onChange }: Props): ReactNode {
  const change = (part: Partial<Content>) => onChange({ ...value, ...part })
  const files = (value.files ?? []).map(({ fileId, name }) => ({ fileId, name, fileUrl: '', sizeBytes: 0 }))
  return (
    <>
      <Form.Item label="正文">
        <RichTextEditor label="正文" value={value.html ?? ''} onChange={(html) => change({ html })} />
      </Form.Item>
      <Form.Item label="文件" htmlFor="kp-material-files">
        <UploadField
          id="kp-material-files"
          purpose="document"
          limit={mostOfEach}
          hint="doc、docx、ppt、pptx、xls、xlsx、pdf，每个不超过 200M"
          value={files}
          onChange={(next) => change({ files: next.map(({ fileId, name }) => ({ fileId, name })) })}
        />
      </Form.Item>
      <Form.Item label="链接">
        <LinkRows links={value.links ?? []} onChange={(links) => change({ links })} />
      </Form.Item>
    </>
  )
}

function LinkRows({
  links,
  onChange,
}: {
  readonly links: readonly Link[]
  readonly onChange: (links: Link[]) => void
}): ReactNode {
  const set = (place: number, part: Partial<Link>) =>
    onChange(links.map((link, at) => (at === place ? { ...link, ...part } : link)))
  return (
    <div className="kp-training-stacked">
      {links.map((link, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no name of their own, and stay where they are
        <Space.Compact key={place} block>
          <Input
            aria-label={`链接 ${place + 1} 的名称`}
            placeholder="名称"
            maxLength={100}
            style={{ width: '35%' }}
            value={link.title}
            onChange={(event) => set(place, { title: event.target.value })}
          />
          <Input
            aria-label={`链接 ${place + 1} 的地址`}
            placeholder="https://"
            maxLength={2000}
            value={link.url}
            onChange={(event) => set(place, { url: event.target.value })}
          />
          <Button
            icon={<DeleteOutlined />}
            aria-label={`删除链接 ${place + 1}`}
            onClick={() => onChange(links.filter((_, at) => at !== place))}
          />
        </Space.Compact>
      ))}
      <div>
        <Button
          icon={<PlusOutlined />}
          disabled={links.length >= mostOfEach}
          onClick={() => onChange([...links, { title: '', url: '' }])}
        >
          添加链接
        </Button>
      </div>
    </div>
  )
}
