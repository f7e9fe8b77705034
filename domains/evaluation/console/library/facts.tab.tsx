import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { scaleKind } from '../../contract/codes.ts'
import type { QualityLimits } from '../../contract/definition.ts'
import type { TabProps } from './edited-scale.ts'
import { Labelled } from './labelled.tsx'

const limits: readonly {
  readonly key: keyof QualityLimits
  readonly label: string
  readonly hint: string
  readonly step: number
}[] = [
  { key: 'longestRun', label: '最长连续相同（题）', hint: '达到即需复核，0 为不检查', step: 1 },
  { key: 'leastSpread', label: '最小离散度', hint: '低于即需复核', step: 0.1 },
  { key: 'leastSecondsAnItem', label: '每题最短用时（秒）', hint: '中位数低于即需复核', step: 0.5 },
  { key: 'leastConsistency', label: '最低奇偶一致性', hint: '低于即需复核', step: 0.1 },
  { key: 'mostMissing', label: '最多缺答比例', hint: '高于即需复核，0.1 为 10%', step: 0.05 },
]

/** What stands around a scale: licence, source, consent, how long, and what is careless. */
export function FactsTab({ edited, isLocked, change }: TabProps): ReactNode {
  const { definition } = edited
  const { consent, quality, instructions } = definition
  const define = (part: Partial<typeof definition>) => change({ definition: { ...definition, ...part } })
  return (
    <>
      <section className="kp-card kp-ev-form" aria-label="量表">
        <Labelled label="量表名称">
          <Input
            disabled={isLocked}
            maxLength={100}
            value={edited.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Labelled>
        <Labelled label="类型" hint="有人作答后不能再改">
          <Select<TabProps['edited']['kind']>
            disabled={isLocked}
            options={scaleKind.options}
            value={edited.kind}
            onChange={(kind) => change({ kind })}
          />
        </Labelled>
        <Labelled
          label="结果保存（个月）"
          hint="期满后自动删除，留有删除证明；修改只对之后出具的结果生效，不会超过作答人同意的期限"
        >
          <InputNumber
            disabled={isLocked}
            min={1}
            max={120}
            precision={0}
            value={edited.retentionMonths}
            onChange={(months) => change({ retentionMonths: months ?? 24 })}
          />
        </Labelled>
        <Labelled label="简介">
          <Input.TextArea
            disabled={isLocked}
            maxLength={2000}
            rows={3}
            value={edited.information}
            onChange={({ target }) => change({ information: target.value })}
          />
        </Labelled>
        <Labelled label="许可" hint="没有许可不能发布。例如：公有领域；已获某出版方授权，合同编号…">
          <Input
            disabled={isLocked}
            maxLength={500}
            value={edited.licence}
            onChange={({ target }) => change({ licence: target.value })}
          />
        </Labelled>
        <Labelled label="来源" hint="作者、年份、出版物或网址；译文写明由谁翻译">
          <Input.TextArea
            disabled={isLocked}
            maxLength={1000}
            rows={2}
            value={edited.source}
            onChange={({ target }) => change({ source: target.value })}
          />
        </Labelled>
      </section>
      <section className="kp-card kp-ev-form" aria-label="作答说明">
        <Labelled label="指导语">
          <Input.TextArea
            disabled={isLocked}
            maxLength={2000}
            rows={3}
            value={instructions}
            onChange={({ target }) => define({ instructions: target.value })}
          />
        </Labelled>
        <Labelled label="知情同意：使用目的" hint="作答前必须同意；文字随版本保存在每份答卷中">
          <Input.TextArea
            disabled={isLocked}
            maxLength={500}
            rows={2}
            value={consent.purpose}
            onChange={({ target }) => define({ consent: { ...consent, purpose: target.value } })}
          />
        </Labelled>
        <Labelled label="知情同意：谁能看到">
          <Input.TextArea
            disabled={isLocked}
            maxLength={500}
            rows={2}
            value={consent.readers}
            onChange={({ target }) => define({ consent: { ...consent, readers: target.value } })}
          />
        </Labelled>
      </section>
      <section className="kp-card kp-ev-form" aria-label="作答质量">
        <p className="kp-hint">超出以下界限的结果标为“需复核”并写明原因，由人决定；不隐藏、不删除任何结果。</p>
        {limits.map(({ key, label, hint, step }) => (
          <Labelled key={key} label={label} hint={hint}>
            <InputNumber
              disabled={isLocked}
              step={step}
              value={quality[key]}
              onChange={(value) => define({ quality: { ...quality, [key]: value ?? 0 } })}
            />
          </Labelled>
        ))}
      </section>
    </>
  )
}
