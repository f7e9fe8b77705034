import { UploadField } from '@kaopei/web'
import { Button, Select, Space, Switch } from 'antd'
import type { ReactNode } from 'react'
import { type Box, boxWords, type FrameBox, type PictureBox, type PortraitBox } from '../../contract/layout.ts'
import { ColourField, type FieldsProps, Millimetres, NumberField } from './controls.tsx'
import type { Act } from './design.ts'
import { TextFields } from './text-fields.tsx'

interface Props {
  readonly box: Box
  readonly act: (step: Act) => void
  /** A picture was uploaded: where it can be seen. */
  readonly onPicture: (fileId: string, url: string) => void
}

/** What the chosen box is: place, size, and what its kind has. */
export function BoxFields({ box, act, onPicture }: Props): ReactNode {
  const change = (of: Partial<Box>) => act({ type: 'change', boxId: box.id, change: of })
  return (
    <section aria-label={`${boxWords[box.kind]}的设置`} className="kp-design-fields">
      <h2>{boxWords[box.kind]}</h2>
      {box.kind === 'text' && <TextFields box={box} change={change} />}
      {'fileId' in box && <PictureFields box={box} change={change} onPicture={onPicture} />}
      {box.kind === 'portrait' && <PortraitFields box={box} change={change} />}
      {box.kind === 'frame' && <FrameFields box={box} change={change} />}
      <div className="kp-design-grid">
        <Millimetres label="左边距" value={box.x} onChange={(x) => change({ x })} />
        <Millimetres label="上边距" value={box.y} onChange={(y) => change({ y })} />
        <Millimetres label="宽度" value={box.width} min={0.1} onChange={(width) => change({ width })} />
        <Millimetres label="高度" value={box.height} min={0.1} onChange={(height) => change({ height })} />
      </div>
      <Space wrap>
        <Button size="small" onClick={() => act({ type: 'raise', boxId: box.id })}>
          上移一层
        </Button>
        <Button size="small" onClick={() => act({ type: 'lower', boxId: box.id })}>
          下移一层
        </Button>
        <Button size="small" onClick={() => act({ type: 'duplicate', boxId: box.id })}>
          复制
        </Button>
        <Button size="small" danger onClick={() => act({ type: 'remove', boxId: box.id })}>
          删除
        </Button>
      </Space>
    </section>
  )
}

function PictureFields({ box, change, onPicture }: FieldsProps<PictureBox> & Pick<Props, 'onPicture'>): ReactNode {
  return (
    <>
      <Select
        size="small"
        aria-label="图片用途"
        value={box.kind}
        options={(['picture', 'seal', 'signature', 'photo'] as const).map((value) => ({ value, label: boxWords[value] }))}
        onChange={(kind) => change({ kind })}
      />
      <UploadField
        purpose="image"
        replace
        limit={1}
        text={box.fileId === null ? '上传图片' : '更换图片'}
        hint="PNG 或 JPG；印章和签名请用透明底的 PNG"
        onChange={([file]) => {
          if (!file) return
          onPicture(file.fileId, file.fileUrl)
          change({ fileId: file.fileId })
        }}
      />
    </>
  )
}

const portraitSizes = [
  { label: '一寸 25×35', width: 25, height: 35 },
  { label: '小二寸 33×48', width: 33, height: 48 },
  { label: '二寸 35×49', width: 35, height: 49 },
] as const

function PortraitFields({ box, change }: FieldsProps<PortraitBox>): ReactNode {
  const chosen = portraitSizes.find(({ width, height }) => width === box.width && height === box.height)
  return (
    <>
      <Select
        size="small"
        aria-label="照片尺寸"
        placeholder="其他尺寸"
        value={chosen?.label}
        options={portraitSizes.map(({ label }) => ({ value: label, label }))}
        onChange={(label) => {
          const size = portraitSizes.find((one) => one.label === label)
          if (size) change({ width: size.width, height: size.height })
        }}
      />
      <p className="kp-hint">
        签发时印上持证人的照片，按框裁切，签发后不变。照片在“持证人照片”中维护；没有照片的人员，签发前会逐一列出。
      </p>
    </>
  )
}

function FrameFields({ box, change }: FieldsProps<FrameBox>): ReactNode {
  return (
    <>
      <div className="kp-design-grid">
        <NumberField
          label="线宽"
          unit="毫米"
          min={0}
          max={10}
          step={0.1}
          value={box.strokeMm}
          onChange={(strokeMm) => change({ strokeMm })}
        />
        <ColourField label="线的颜色" value={box.color} onChange={(color) => change({ color })} />
      </div>
      <div className="kp-design-switch">
        <Switch
          size="small"
          aria-label="填充颜色"
          checked={box.fill !== null}
          onChange={(isFilled) => change({ fill: isFilled ? '#fbf6ea' : null })}
        />
        <span>填充颜色</span>
      </div>
      {box.fill !== null && <ColourField label="填充的颜色" value={box.fill} onChange={(fill) => change({ fill })} />}
    </>
  )
}
