import { PlusOutlined } from '@ant-design/icons'
import { EmptyState, movedTo, RichTextEditor, UploadField, useSortableRows } from '@kaopei/web'
import { Button, Form, Space } from 'antd'
import { type ReactNode, useState } from 'react'
import { coursewareType } from '../contract/codes.ts'
import type { BlockType } from '../contract/micro-course.ts'
import { CoursewarePicker } from './courseware-picker.tsx'
import { blockKinds, type DraftBlock, labelOfBlock, newBlock } from './micro-blocks.ts'
import { PictureField } from './picture-field.tsx'

interface MicroEditorProps {
  readonly blocks: readonly DraftBlock[]
  readonly onChange: (blocks: readonly DraftBlock[]) => void
}

/** The blocks in their order, moved by drag or by the arrow keys. */
export function MicroEditor({ blocks, onChange }: MicroEditorProps): ReactNode {
  const row = useSortableRows(blocks.length, (from, to) => onChange(movedTo(blocks, from, to)), 'kp-card kp-micro-block')
  const change = (id: string, part: Partial<DraftBlock>) =>
    onChange(blocks.map((block) => (block.id === id ? { ...block, ...part } : block)))
  const add = (type: BlockType) => onChange([...blocks, newBlock(type)])
  return (
    <>
      {blocks.length === 0 && (
        <div className="kp-card">
          <EmptyState text="还没有内容，请从下面添加" />
        </div>
      )}
      {blocks.map((block, index) =>
        row(block.id, {
          name: `第 ${index + 1} 块`,
          index,
          children: (
            <BlockEditor
              block={block}
              place={index + 1}
              onChange={(part) => change(block.id, part)}
              onRemove={() => onChange(blocks.filter(({ id }) => id !== block.id))}
            />
          ),
        }),
      )}
      <Space wrap className="kp-micro-add">
        {blockKinds.map(({ type, label }) => (
          <Button key={type} icon={<PlusOutlined />} onClick={() => add(type)}>
            添加{label}
          </Button>
        ))}
      </Space>
    </>
  )
}

interface BlockEditorProps {
  readonly block: DraftBlock
  /** From 1. */
  readonly place: number
  readonly onChange: (part: Partial<DraftBlock>) => void
  readonly onRemove: () => void
}

function BlockEditor({ block, place, onChange, onRemove }: BlockEditorProps): ReactNode {
  const label = labelOfBlock(block.type)
  const prefix = `block-${block.id}`
  return (
    <section className="kp-micro-fields" aria-label={`第 ${place} 块：${label}`}>
      <header>
        <strong>
          {place}. {label}
        </strong>
        <Button type="link" size="small" danger aria-label={`删除第 ${place} 块`} onClick={onRemove}>
          删除
        </Button>
      </header>
      <Form layout="vertical" component="div">
        {block.type === 3 && <FilmField id={`${prefix}-film`} block={block} onChange={onChange} />}
        <Form.Item label={block.type === 3 ? '视频封面' : '图片'} required={block.type === 1} htmlFor={`${prefix}-picture`}>
          <PictureField
            id={`${prefix}-picture`}
            label={block.type === 3 ? '封面' : '图片'}
            value={block.fenmianImgPath}
            onChange={(fenmianImgPath) => onChange({ fenmianImgPath })}
          />
        </Form.Item>
        <Form.Item label="正文" required={block.type === 2} htmlFor={`${prefix}-text`}>
          <RichTextEditor
            id={`${prefix}-text`}
            label={`第 ${place} 块的正文`}
            minimal={block.type !== 2}
            value={block.content}
            onChange={(content) => onChange({ content })}
            placeholder="请输入正文"
          />
        </Form.Item>
      </Form>
    </section>
  )
}

/** A film that is uploaded for it, or one of the coursewares. */
function FilmField({ id, block, onChange }: Pick<BlockEditorProps, 'block' | 'onChange'> & { readonly id: string }): ReactNode {
  const [isPicking, setPicking] = useState(false)
  return (
    <Form.Item label="视频" required htmlFor={id} extra="上传 .mp4 视频，或选择已转码的视频课件；其他格式请先上传为课件。">
      {block.filmName !== '' && <p>{block.filmName}</p>}
      <Space wrap align="start">
        <UploadField
          id={id}
          purpose="courseware"
          replace
          value={[]}
          text="上传视频"
          onChange={(files) => {
            const file = files.at(-1)
            if (file) onChange({ fileId: file.fileId, coursewareId: null, filmUrl: file.fileUrl, filmName: file.name })
          }}
        />
        <Button onClick={() => setPicking(true)}>选择视频课件</Button>
      </Space>
      <CoursewarePicker
        open={isPicking}
        title="选择视频课件"
        type={coursewareType.video}
        single
        onClose={() => setPicking(false)}
        onConfirm={([picked]) => {
          if (picked) onChange({ fileId: null, coursewareId: picked.id, filmUrl: null, filmName: picked.name })
        }}
      />
    </Form.Item>
  )
}
