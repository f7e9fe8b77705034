import { filtersOf, ListPage, RowActions } from '@kaopei/web'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { type PointRow, skillLink, type TeachingRow } from '../../contract/link.ts'
import { SkillPicker } from '../parts.tsx'
import { PointDrawer, TeachingDrawer } from './link.drawer.tsx'

const skillFilter = {
  name: 'skillId',
  label: '技能',
  kind: 'custom',
  render: ({ value, onChange }: { value: unknown; onChange: (value: string | undefined) => void }) => (
    <SkillPicker label="技能" value={typeof value === 'string' ? value : null} onChange={onChange} placeholder="全部" />
  ),
} as const

const teachingFilters = filtersOf(skillLink.teachings, [
  { name: 'keyWords', label: '名称', kind: 'text', placeholder: '课程或项目名称' },
  skillFilter,
])
const pointFilters = filtersOf(skillLink.points, [
  { name: 'keyWords', label: '知识点', kind: 'text', placeholder: '知识点名称' },
  skillFilter,
])

const kinds = [
  { value: 'course', label: '课程' },
  { value: 'project', label: '培训项目' },
  { value: 'point', label: '知识点' },
] as const
type Kind = (typeof kinds)[number]['value']

const skillsText = (skills: readonly { readonly skillName: string; readonly level: number }[]) =>
  skills.length === 0 ? '-' : skills.map(({ skillName, level }) => `${skillName} ${level}级`).join('、')

/** What leads to skills, and what tests them. */
export function LinkLists(): ReactNode {
  const [kind, setKind] = useState<Kind>('course')
  const [teaching, setTeaching] = useState<TeachingRow>()
  const [point, setPoint] = useState<PointRow>()
  return (
    <>
      <div className="kp-skill-tools">
        <Segmented<Kind> aria-label="对应的内容" options={[...kinds]} value={kind} onChange={setKind} />
      </div>
      {kind === 'point' ? (
        <ListPage
          key="point"
          endpoint={skillLink.points}
          filters={pointFilters}
          rowKey="id"
          prefix="points"
          emptyText="还没有知识点，请先在试题中新增"
          columns={[
            { title: '知识点', dataIndex: 'name', width: 240 },
            { title: '测哪些技能、到哪一级', key: 'skills', render: (_value, { skills }) => skillsText(skills) },
            {
              title: '操作',
              key: 'actions',
              width: 110,
              fixed: 'right',
              render: (_value, row) => (
                <RowActions
                  actions={[
                    { label: '对应技能', name: `对应技能 ${row.name}`, right: skillLink.savePoint, run: () => setPoint(row) },
                  ]}
                />
              ),
            },
          ]}
        />
      ) : (
        <ListPage
          key={kind}
          endpoint={skillLink.teachings}
          filters={teachingFilters}
          extraInput={{ kind }}
          rowKey="id"
          prefix={kind}
          columns={[
            { title: '名称', dataIndex: 'name', width: 260 },
            { title: '状态', dataIndex: 'isOnShelf', width: 90, render: (is: boolean) => (is ? '已上架' : '未上架') },
            {
              title: '学时',
              dataIndex: 'hours',
              width: 80,
              align: 'right',
              render: (hours: number | null) => (hours === null ? '-' : hours),
            },
            { title: '通向哪些技能、到哪一级', key: 'skills', render: (_value, { skills }) => skillsText(skills) },
            {
              title: '操作',
              key: 'actions',
              width: 110,
              fixed: 'right',
              render: (_value, row) => (
                <RowActions
                  actions={[
                    {
                      label: '对应技能',
                      name: `对应技能 ${row.name}`,
                      right: skillLink.saveTeaching,
                      run: () => setTeaching(row),
                    },
                  ]}
                />
              ),
            },
          ]}
        />
      )}
      {teaching && <TeachingDrawer row={teaching} onClose={() => setTeaching(undefined)} />}
      {point && <PointDrawer row={point} onClose={() => setPoint(undefined)} />}
    </>
  )
}
