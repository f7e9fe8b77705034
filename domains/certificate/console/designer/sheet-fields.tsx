import { UploadField } from '@kaopei/web'
import { Button, Select, Space } from 'antd'
import type { ReactNode } from 'react'
import { mostPages, paperSizes } from '../../contract/layout.ts'
import { Millimetres } from './controls.tsx'
import type { Act, Design } from './design.ts'
import { SkillFields } from './skill-fields.tsx'

interface Props {
  readonly design: Design
  readonly act: (step: Act) => void
  readonly onPicture: (fileId: string, url: string) => void
}

const sizes = paperSizes.map(({ label, width, height }) => ({ value: `${width}×${height}`, label }))

/** The sheet itself: its size, its pages, the picture behind everything. */
export function SheetFields({ design: { layout, page }, act, onPicture }: Props): ReactNode {
  const size = `${layout.width}×${layout.height}`
  const background = layout.pages[page]?.backgroundId ?? null
  return (
    <>
      <section aria-label="页面设置" className="kp-design-fields">
        <h2>页面</h2>
        <Select
          size="small"
          aria-label="纸张"
          value={sizes.some(({ value }) => value === size) ? size : '自定义'}
          options={sizes}
          onChange={(value: string) => {
            const [width = 297, height = 210] = value.split('×').map(Number)
            act({ type: 'sheet', change: { width, height } })
          }}
        />
        <div className="kp-design-grid">
          <Millimetres
            label="页宽"
            min={40}
            max={420}
            value={layout.width}
            onChange={(width) => act({ type: 'sheet', change: { width } })}
          />
          <Millimetres
            label="页高"
            min={40}
            max={420}
            value={layout.height}
            onChange={(height) => act({ type: 'sheet', change: { height } })}
          />
        </div>
        <UploadField
          purpose="image"
          replace
          limit={1}
          text={background === null ? '上传底图' : '更换底图'}
          hint="铺满整页"
          onChange={([file]) => {
            if (!file) return
            onPicture(file.fileId, file.fileUrl)
            act({ type: 'background', fileId: file.fileId })
          }}
        />
        <Space wrap>
          {background !== null && (
            <Button size="small" onClick={() => act({ type: 'background', fileId: null })}>
              去掉底图
            </Button>
          )}
          <Button size="small" disabled={layout.pages.length >= mostPages} onClick={() => act({ type: 'addPage' })}>
            添加一页
          </Button>
          {layout.pages.length > 1 && (
            <Button size="small" danger onClick={() => act({ type: 'removePage' })}>
              删除本页
            </Button>
          )}
        </Space>
        <p className="kp-hint">
          点选元素可以修改。拖动时会对齐页面和其他元素，按住 Alt 不对齐；方向键每次移动 0.5 毫米，加 Shift 每次 5 毫米；Delete
          删除，Ctrl+D 复制，Ctrl+Z 撤销。
        </p>
      </section>
      <SkillFields skills={layout.skills} act={act} />
    </>
  )
}
