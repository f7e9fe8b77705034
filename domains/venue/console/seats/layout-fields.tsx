import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Radio } from 'antd'
import type { ReactNode } from 'react'
import type { Layout } from '../../contract/room.ts'
import './seats.css'

interface Props {
  readonly layouts: readonly Layout[]
  readonly shown: number
  readonly onShow: (index: number) => void
  /** Absent: to look at. */
  readonly onChange?: ((layouts: Layout[]) => void) | undefined
  /** What the shown layout takes now: a choice begins with it. */
  readonly taken: readonly string[]
}

/** The spacings of a room; the one that is shown can be changed. */
export function LayoutFields({ layouts, shown, onShow, onChange, taken }: Props): ReactNode {
  const layout = layouts[shown]
  const change = (given: Partial<Layout>) =>
    onChange?.(layouts.map((one, index) => (index === shown ? { ...one, ...given } : one)))
  const add = () => {
    onChange?.([...layouts, { name: `排法 ${layouts.length + 1}`, firstRow: 1, dx: 1, dy: 0 }])
    onShow(layouts.length)
  }
  const remove = () => {
    onChange?.(layouts.filter((_one, index) => index !== shown))
    onShow(0)
  }
  return (
    <section aria-label="排法" className="kp-card">
      <div className="venue-line">
        <Radio.Group
          optionType="button"
          value={shown}
          options={layouts.map(({ name }, index) => ({ value: index, label: name || '未命名' }))}
          onChange={({ target }) => onShow(Number(target.value))}
        />
        {onChange && layouts.length < 10 && (
          <Button icon={<PlusOutlined />} onClick={add}>
            新增排法
          </Button>
        )}
      </div>
      {layout && onChange && (
        <div className="venue-line">
          <Input
            aria-label="排法名称"
            value={layout.name}
            maxLength={20}
            style={{ width: 140 }}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Radio.Group
            aria-label="排法方式"
            optionType="button"
            value={layout.seats ? 'choice' : 'spacing'}
            options={[
              { value: 'spacing', label: '按间距' },
              { value: 'choice', label: '自选座位' },
            ]}
            onChange={({ target }) => change({ seats: target.value === 'choice' ? [...taken] : undefined })}
          />
          {!layout.seats && (
            <>
              <Distance label="起始排" min={1} value={layout.firstRow} onChange={(firstRow) => change({ firstRow })} />
              <Distance label="左右间距" min={0} value={layout.dx} onChange={(dx) => change({ dx })} />
              <Distance label="前后间距" min={0} value={layout.dy} onChange={(dy) => change({ dy })} />
            </>
          )}
          {layouts.length > 1 && (
            <Button danger icon={<DeleteOutlined />} onClick={remove}>
              删除排法
            </Button>
          )}
        </div>
      )}
      <p className="kp-hint">
        按间距排座时，间距 0 为全部座位，1
        为隔位就座；距离等于间距仍算过近。自选座位时，选“选座”后点击座位选用或取消。第一种排法用于列表中的可安排人数。
      </p>
    </section>
  )
}

interface DistanceProps {
  readonly label: string
  readonly min: number
  readonly value: number
  readonly onChange: (value: number) => void
}

function Distance({ label, min, value, onChange }: DistanceProps): ReactNode {
  return (
    <InputNumber
      aria-label={label}
      prefix={label}
      min={min}
      max={100}
      precision={0}
      value={value}
      style={{ width: 150 }}
      onChange={(given) => onChange(given ?? min)}
    />
  )
}
