import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { DrawerFooter, FocusReturn, toast, useAction, useAskedClose } from '@kaopei/web'
import { Button, Drawer, Form, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { type PointRow, skillLink, type TeachingRow } from '../../contract/link.ts'
import { LevelSelect } from '../level-select.tsx'
import { SkillPicker } from '../parts.tsx'

interface Aim {
  readonly key: number
  readonly skillId?: string
  readonly level?: number
}
type Sound = { skillId: string; level: number }

const draftsOf = (skills: readonly Sound[]): readonly Aim[] => skills.map((one, key) => ({ key, ...one }))
const soundOf = (aims: readonly Aim[]): Sound[] =>
  aims.flatMap(({ skillId, level }) => (skillId && level ? [{ skillId, level }] : []))

interface AimsProps {
  readonly aims: readonly Aim[]
  readonly onChange: (aims: readonly Aim[]) => void
}

function Aims({ aims, onChange }: AimsProps): ReactNode {
  const change = (key: number, part: Partial<Aim>) => onChange(aims.map((aim) => (aim.key === key ? { ...aim, ...part } : aim)))
  return (
    <>
      {aims.map((aim, at) => (
        <div className="kp-skill-aim" key={aim.key}>
          <SkillPicker
            label={`第 ${at + 1} 行技能`}
            value={aim.skillId}
            onChange={(skillId) => change(aim.key, skillId === undefined ? {} : { skillId })}
          />
          <LevelSelect label={`第 ${at + 1} 行级别`} value={aim.level} onChange={(level) => change(aim.key, { level })} />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除第 ${at + 1} 行`}
            onClick={() => onChange(aims.filter(({ key }) => key !== aim.key))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        onClick={() => onChange([...aims, { key: Math.max(0, ...aims.map(({ key }) => key)) + 1 }])}
      >
        添加技能
      </Button>
    </>
  )
}

interface FrameProps {
  readonly title: string
  readonly hint: string
  readonly isChanged: boolean
  readonly isRunning: boolean
  readonly onOk: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

function Frame({ title, hint, isChanged, isRunning, onOk, onClose, children }: FrameProps): ReactNode {
  const close = useAskedClose(isChanged, onClose)
  return (
    <Drawer
      open
      title={title}
      size={620}
      onClose={close}
      footer={<DrawerFooter onCancel={close} onOk={onOk} isRunning={isRunning} />}
    >
      <FocusReturn />
      <p className="kp-hint">{hint}</p>
      {children}
    </Drawer>
  )
}

/** Which skills a course or project leads to, how far, in how many hours. */
export function TeachingDrawer({ row, onClose }: { readonly row: TeachingRow; readonly onClose: () => void }): ReactNode {
  const [before] = useState(() => draftsOf(row.skills))
  const [aims, setAims] = useState(before)
  const [hours, setHours] = useState(row.hours)
  const save = useAction(skillLink.saveTeaching, { successText: '保存成功', onDone: onClose })
  const ok = () => {
    const skills = soundOf(aims)
    if (hours === null) return toast.warning('请输入学时，推荐课程按每学时的提升排序')
    if (skills.length < aims.length) return toast.warning('请为每一行选择技能和级别')
    void save.run({ kind: row.kind, targetId: row.id, version: row.version, hours, skills })
  }
  return (
    <Frame
      title={`对应技能：${row.name}`}
      hint="学完通常能达到哪一级。学完只记为“已学”，级别仍要由考试、测评或上级评定证明。"
      isChanged={JSON.stringify(aims) !== JSON.stringify(before) || hours !== row.hours}
      isRunning={save.isRunning}
      onOk={ok}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="学时（小时）" required htmlFor="kp-teaching-hours">
          <InputNumber id="kp-teaching-hours" min={0.1} max={9999} precision={1} value={hours} onChange={setHours} />
        </Form.Item>
      </Form>
      <Aims aims={aims} onChange={setAims} />
    </Frame>
  )
}

/** Which skills questions of a knowledge point test, and at which level. */
export function PointDrawer({ row, onClose }: { readonly row: PointRow; readonly onClose: () => void }): ReactNode {
  const [before] = useState(() => draftsOf(row.skills))
  const [aims, setAims] = useState(before)
  const save = useAction(skillLink.savePoint, { successText: '保存成功，正在按新的对应重新测量', onDone: onClose })
  const ok = () => {
    const skills = soundOf(aims)
    if (skills.length < aims.length) return toast.warning('请为每一行选择技能和级别')
    void save.run({ pointId: row.id, skills, before: row.skills.map(({ skillId, level }) => ({ skillId, level })) })
  }
  return (
    <Frame
      title={`对应技能：${row.name}`}
      hint="考试中带有该知识点的试题测到哪一级：至少 3 道题，得分率 80% 以上达到该级，60% 以上低一级，再低没有级别。"
      isChanged={JSON.stringify(aims) !== JSON.stringify(before)}
      isRunning={save.isRunning}
      onOk={ok}
      onClose={onClose}
    >
      <Aims aims={aims} onChange={setAims} />
    </Frame>
  )
}
