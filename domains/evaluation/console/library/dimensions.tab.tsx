import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { EmptyState } from '@kaopei/web'
import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Definition, KeyedItem } from '../../contract/definition.ts'
import { freshId, type TabProps } from './edited-scale.ts'
import { Labelled } from './labelled.tsx'

/** Dimensions and facets: which items they are made of, and in which direction. */
export function DimensionsTab({ edited, isLocked, change }: TabProps): ReactNode {
  const { definition } = edited
  const { dimensions, facets } = definition
  const define = (part: Partial<Definition>) => change({ definition: { ...definition, ...part } })
  const taken = [...dimensions, ...facets]
  return (
    <>
      <section className="kp-card" aria-label="维度">
        <div className="kp-ev-tools">
          <strong>维度</strong>
          <Button
            icon={<PlusOutlined />}
            disabled={isLocked}
            onClick={() =>
              define({
                dimensions: [...dimensions, { id: freshId('d', taken), name: '', description: '', items: [], facets: [] }],
              })
            }
          >
            添加维度
          </Button>
        </div>
        {dimensions.length === 0 && <EmptyState text="还没有维度" />}
        {dimensions.map((dimension, place) => {
          const set = (part: Partial<typeof dimension>) =>
            define({ dimensions: dimensions.map((one, at) => (at === place ? { ...one, ...part } : one)) })
          return (
            <fieldset key={dimension.id} className="kp-ev-part" disabled={isLocked} aria-label={dimension.name || '新维度'}>
              <Labelled label="维度名称">
                <Input
                  disabled={isLocked}
                  maxLength={60}
                  value={dimension.name}
                  onChange={({ target }) => set({ name: target.value })}
                />
              </Labelled>
              <Labelled label="说明">
                <Input.TextArea
                  disabled={isLocked}
                  maxLength={1000}
                  autoSize
                  value={dimension.description}
                  onChange={({ target }) => set({ description: target.value })}
                />
              </Labelled>
              {facets.length > 0 && (
                <Labelled label="包含的分面">
                  <Select
                    mode="multiple"
                    disabled={isLocked}
                    value={[...dimension.facets]}
                    options={facets.map(({ id, name }) => ({ value: id, label: name }))}
                    onChange={(ids: string[]) => set({ facets: ids })}
                  />
                </Labelled>
              )}
              <Keyed {...{ definition, isLocked }} keyed={dimension.items} onChange={(items) => set({ items })} />
              <Button
                danger
                disabled={isLocked}
                icon={<DeleteOutlined />}
                onClick={() =>
                  change({
                    definition: { ...definition, ...withoutDimension(definition, dimension.id) },
                    skillMap: edited.skillMap.filter((one) => one.dimension !== dimension.id),
                  })
                }
              >
                删除维度
              </Button>
            </fieldset>
          )
        })}
      </section>
      <section className="kp-card" aria-label="分面">
        <div className="kp-ev-tools">
          <strong>分面</strong>
          <Button
            icon={<PlusOutlined />}
            disabled={isLocked}
            onClick={() => define({ facets: [...facets, { id: freshId('f', taken), name: '', items: [] }] })}
          >
            添加分面
          </Button>
          <span className="kp-hint">维度下更细的部分，可以没有。</span>
        </div>
        {facets.map((facet, place) => {
          const set = (part: Partial<typeof facet>) =>
            define({ facets: facets.map((one, at) => (at === place ? { ...one, ...part } : one)) })
          return (
            <fieldset key={facet.id} className="kp-ev-part" disabled={isLocked} aria-label={facet.name || '新分面'}>
              <Labelled label="分面名称">
                <Input
                  disabled={isLocked}
                  maxLength={60}
                  value={facet.name}
                  onChange={({ target }) => set({ name: target.value })}
                />
              </Labelled>
              <Keyed {...{ definition, isLocked }} keyed={facet.items} onChange={(items) => set({ items })} />
              <Button
                danger
                disabled={isLocked}
                icon={<DeleteOutlined />}
                onClick={() => define(withoutFacet(definition, facet.id))}
              >
                删除分面
              </Button>
            </fieldset>
          )
        })}
      </section>
    </>
  )
}

interface KeyedProps {
  readonly definition: Definition
  readonly keyed: readonly KeyedItem[]
  readonly isLocked: boolean
  readonly onChange: (keyed: KeyedItem[]) => void
}

/** Two lists of items: those that count as they are answered, and those that count from the other end. */
function Keyed({ definition, keyed, isLocked, onChange }: KeyedProps): ReactNode {
  const options = definition.items.map(({ id, text }) => ({ value: id, label: `${id} ${text}` }))
  const list = (isReversed: boolean, label: string) => (
    <Labelled label={label}>
      <Select
        mode="multiple"
        disabled={isLocked}
        optionFilterProp="label"
        value={keyed.filter((one) => one.isReversed === isReversed).map(({ item }) => item)}
        options={options}
        onChange={(ids: string[]) =>
          onChange([
            ...keyed.filter((one) => one.isReversed !== isReversed && !ids.includes(one.item)),
            ...ids.map((item) => ({ item, isReversed })),
          ])
        }
      />
    </Labelled>
  )
  return (
    <>
      {list(false, '正向题')}
      {list(true, '反向题')}
    </>
  )
}

function withoutDimension({ dimensions, bands }: Definition, id: string): Partial<Definition> {
  return { dimensions: dimensions.filter((one) => one.id !== id), bands: bands.filter(({ dimension }) => dimension !== id) }
}

function withoutFacet({ facets, dimensions }: Definition, id: string): Partial<Definition> {
  return {
    facets: facets.filter((one) => one.id !== id),
    dimensions: dimensions.map((one) => ({ ...one, facets: one.facets.filter((facet) => facet !== id) })),
  }
}
