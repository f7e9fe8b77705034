import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  Bones,
  DrawerFooter,
  FocusReturn,
  formatInstant,
  Loaded,
  mayOrWarn,
  toast,
  useAction,
  useAskedClose,
  useCall,
} from '@kaopei/web'
import { call } from '@kaopei/web/client'
import { Button, Checkbox, Collapse, Drawer, Form, Input, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { skillLevel } from '../../contract/codes.ts'
import { postModel, type ShownDemand } from '../../contract/post-model.ts'
import { LevelSelect } from '../level-select.tsx'
import { SkillPicker } from '../parts.tsx'

interface Props {
  readonly postId: string
  readonly onClose: () => void
}

interface Draft {
  readonly key: number
  readonly skillId?: string
  readonly requiredLevel?: number
  readonly weight: number
  readonly isKey: boolean
}

/** What a post asks for: saving makes the next version. */
export function PostDrawer({ postId, onClose }: Props): ReactNode {
  const asked = useCall(postModel.get, { postId })
  if (!asked.data)
    return (
      <Drawer open title="岗位模型" size={760} onClose={onClose}>
        <Loaded of={asked} skeleton={<Bones rows={8} />}>
          {() => null}
        </Loaded>
      </Drawer>
    )
  return <Opened data={asked.data} onClose={onClose} />
}

interface Version {
  readonly id: string
  readonly number: number
  readonly note: string
  readonly createdByName: string
  readonly createdAt: string
  readonly skills: readonly ShownDemand[]
}

interface OpenedProps {
  readonly data: { readonly postId: string; readonly postName: string; readonly versions: readonly Version[] }
  readonly onClose: () => void
}

function Opened({ data, onClose }: OpenedProps): ReactNode {
  const [current] = data.versions
  const [older, setOlder] = useState<readonly Version[]>([])
  const [isReading, setReading] = useState(false)
  const versions = [...data.versions, ...older]
  const oldest = versions.at(-1)?.number ?? 1
  const readOlder = async () => {
    setReading(true)
    // A failure has been shown; the button stays.
    const answer = await call(postModel.get, { postId: data.postId, before: oldest }).catch(() => undefined)
    setOlder((last) => [...last, ...(answer?.versions ?? [])])
    setReading(false)
  }
  const [before] = useState(() => (current?.skills ?? []).map((one, key): Draft => ({ key, ...one })))
  const [rows, setRows] = useState<readonly Draft[]>(before.length > 0 ? before : [{ key: 0, weight: 1, isKey: false }])
  const [note, setNote] = useState('')
  const save = useAction(postModel.save, { successText: '保存成功', onDone: onClose })
  const close = useAskedClose(JSON.stringify(rows) !== JSON.stringify(before) && rows.some(({ skillId }) => skillId), onClose)
  const change = (key: number, part: Partial<Draft>) =>
    setRows((last) => last.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const ok = () => {
    if (!mayOrWarn(postModel.save)) return
    const skills = rows.flatMap(({ skillId, requiredLevel, weight, isKey }) =>
      skillId && requiredLevel ? [{ skillId, requiredLevel, weight, isKey }] : [],
    )
    if (skills.length < rows.length) return toast.warning('请为每一行选择技能和要求级别')
    void save.run({ postId: data.postId, number: current?.number ?? 0, note, skills })
  }
  return (
    <Drawer
      open
      title={`岗位模型：${data.postName}`}
      size={760}
      onClose={close}
      footer={<DrawerFooter onCancel={close} onOk={ok} isRunning={save.isRunning} />}
    >
      <FocusReturn />
      <p className="kp-hint">
        {current
          ? `当前为 V${current.number}（${current.createdByName} ${formatInstant(current.createdAt)}）；保存后成为 V${current.number + 1}，以前的结论仍按当时的版本说明。`
          : '还没有模型；保存后成为 V1。'}
      </p>
      {rows.map((row, at) => (
        <div className="kp-skill-demand" key={row.key}>
          <SkillPicker
            label={`第 ${at + 1} 行技能`}
            value={row.skillId}
            onChange={(skillId) => change(row.key, skillId === undefined ? {} : { skillId })}
          />
          <LevelSelect
            label={`第 ${at + 1} 行要求级别`}
            value={row.requiredLevel}
            onChange={(requiredLevel) => change(row.key, { requiredLevel })}
          />
          <InputNumber
            aria-label={`第 ${at + 1} 行权重`}
            prefix="权重"
            min={1}
            max={100}
            precision={0}
            value={row.weight}
            onChange={(weight) => change(row.key, { weight: weight ?? 1 })}
          />
          <Checkbox checked={row.isKey} onChange={(event) => change(row.key, { isKey: event.target.checked })}>
            关键
          </Checkbox>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除第 ${at + 1} 行`}
            onClick={() => setRows((last) => last.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        onClick={() =>
          setRows((last) => [...last, { key: Math.max(0, ...last.map(({ key }) => key)) + 1, weight: 1, isKey: false }])
        }
      >
        添加技能
      </Button>
      <Form layout="vertical" className="kp-skill-note">
        <Form.Item label="版本说明" htmlFor="kp-model-note">
          <Input id="kp-model-note" maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
        </Form.Item>
      </Form>
      {versions.length > 0 && (
        <Collapse
          size="small"
          items={versions.map(({ id, number, note: said, createdByName, createdAt, skills }) => ({
            key: id,
            label: `V${number} ${createdByName} ${formatInstant(createdAt)} ${said}`,
            children: (
              <ul className="kp-skill-pieces">
                {skills.map(({ skillId, skillName, requiredLevel, weight, isKey }) => (
                  <li key={skillId}>
                    {skillName}：{skillLevel.label(requiredLevel)}，权重 {weight}
                    {isKey ? '，关键' : ''}
                  </li>
                ))}
              </ul>
            ),
          }))}
        />
      )}
      {oldest > 1 && (
        <Button type="link" loading={isReading} onClick={() => void readOlder()}>
          还有 {oldest - 1} 个更早的版本，显示更多
        </Button>
      )}
    </Drawer>
  )
}
