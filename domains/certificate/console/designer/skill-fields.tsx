import { skillLevel } from '@kaopei/skill/contract/codes'
import { skill } from '@kaopei/skill/contract/skill'
import { choiceState, useCall } from '@kaopei/web'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Layout } from '../../contract/layout.ts'
import type { Act } from './design.ts'

interface Props {
  readonly skills: Layout['skills']
  readonly act: (step: Act) => void
}

const most = 20

/** Skills that a certificate attests, and how far: its holder's level says so as long as it is valid. */
export function SkillFields({ skills, act }: Props): ReactNode {
  const asked = useCall(skill.getSkillList, {}, { staleMs: 60_000 })
  const { data = [] } = asked
  const nameOf = (id: string) => data.find((one) => one.id === id)?.name ?? (asked.data ? '已删除的技能' : '…')
  const chosen = new Set(skills.map(({ skillId }) => skillId))
  const offered = data.filter(({ id, isGroup, isRetired }) => !isGroup && !isRetired && !chosen.has(id))
  const set = (next: Layout['skills']) => act({ type: 'sheet', change: { skills: next } })
  return (
    <section aria-label="证明的技能" className="kp-design-fields">
      <h2>证明的技能</h2>
      {skills.map(({ skillId, level }) => (
        <div key={skillId} className="kp-design-skill">
          <span>{nameOf(skillId)}</span>
          <Select
            size="small"
            aria-label={`${nameOf(skillId)}的级别`}
            value={level}
            options={skillLevel.options}
            onChange={(next: number) => set(skills.map((one) => (one.skillId === skillId ? { skillId, level: next } : one)))}
          />
          <Button
            size="small"
            aria-label={`去掉${nameOf(skillId)}`}
            onClick={() => set(skills.filter((one) => one.skillId !== skillId))}
          >
            去掉
          </Button>
        </div>
      ))}
      {skills.length < most && (
        <Select
          size="small"
          aria-label="添加技能"
          placeholder="添加技能"
          value={null}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          {...choiceState(asked, '没有可选的技能，请先在技能库中添加')}
          onChange={(id: string) => set([...skills, { skillId: id, level: skillLevel.three }])}
        />
      )}
      <p className="kp-hint">启用后签发的证书会作为持证人相应技能的证明；证书过期或撤销后不再作数。</p>
    </section>
  )
}
