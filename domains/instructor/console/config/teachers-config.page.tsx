import { formFor, Loaded, PageHeader, RightButton, useCall } from '@kaopei/web'
import { InputNumber, Switch, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { teacherCategory } from '../../contract/category.ts'
import { teacherLevel } from '../../contract/codes.ts'
import { type Standard, teacherGrowth } from '../../contract/growth.ts'
import { TeacherCategories } from '../teachers/category.side.tsx'
import { TagManager } from '../teachers/tags-field.tsx'
import '../instructor.css'

const { Field, FormDrawer } = formFor(teacherGrowth.saveStandard)

/** 讲师配置: categories, tags, what each level asks for. */
export default function TeachersConfigPage(): ReactNode {
  return (
    <>
      <PageHeader title="讲师配置" />
      <div className="kp-list kp-list-with-side">
        <aside className="kp-card kp-list-side" aria-label="讲师分类">
          <TeacherCategories />
        </aside>
        <div className="kp-list-main">
          <Standards />
          <Tags />
        </div>
      </div>
    </>
  )
}

function Standards(): ReactNode {
  const asked = useCall(teacherGrowth.standards)
  const [opened, setOpened] = useState<Standard & { readonly version: number }>()
  return (
    <section className="kp-card" aria-label="晋级标准" style={{ marginBottom: 16 }}>
      <h2 className="kp-teacher-heading">晋级标准</h2>
      <Loaded of={asked}>
        {(standards) => (
          <Table
            rowKey="level"
            size="small"
            pagination={false}
            dataSource={[...standards]}
            columns={columns(setOpened)}
            scroll={{ x: 'max-content' }}
          />
        )}
      </Loaded>
      {opened && <StandardDrawer standard={opened} onClose={() => setOpened(undefined)} onSaved={asked.refetch} />}
    </section>
  )
}

type Row = Standard & { readonly version: number }

const columns = (edit: (row: Row) => void): TableColumnsType<Row> => [
  { title: '晋级到', dataIndex: 'level', render: (level: number) => teacherLevel.label(level) },
  { title: '考察月数', dataIndex: 'months', align: 'right' },
  { title: '已确认课时（小时）', dataIndex: 'minHours', align: 'right' },
  {
    title: '评分不低于',
    dataIndex: 'minRating',
    align: 'right',
    render: (mean: number) => (mean === 0 ? '不要求' : mean.toFixed(2)),
  },
  { title: '评价份数不少于', dataIndex: 'minRatedCount', align: 'right' },
  { title: '有效资质', dataIndex: 'needsQualification', render: (needs: boolean) => (needs ? '需要' : '不要求') },
  {
    title: '操作',
    key: 'actions',
    render: (_, row) => (
      <RightButton right={teacherGrowth.saveStandard} type="link" size="small" onClick={() => edit(row)}>
        修改
      </RightButton>
    ),
  },
]

interface StandardDrawerProps {
  readonly standard: Row
  readonly onClose: () => void
  readonly onSaved: () => void
}

function StandardDrawer({ standard, onClose, onSaved }: StandardDrawerProps): ReactNode {
  return (
    <FormDrawer
      open
      title={`晋级到${teacherLevel.label(standard.level)}`}
      width={480}
      endpoint={teacherGrowth.saveStandard}
      successText="保存成功"
      initialValues={{ ...standard }}
      onClose={onClose}
      onSaved={onSaved}
    >
      <Field name="months" label="考察月数">
        <InputNumber min={1} max={120} precision={0} suffix="个月" style={{ width: 180 }} />
      </Field>
      <Field name="minHours" label="已确认课时">
        <InputNumber min={0} max={10_000} step={0.5} suffix="小时" style={{ width: 180 }} />
      </Field>
      <Field name="minRating" label="评分不低于" extra="5 分制；填 0 为不要求">
        <InputNumber min={0} max={5} step={0.1} precision={2} suffix="分" style={{ width: 180 }} />
      </Field>
      <Field name="minRatedCount" label="评价份数不少于">
        <InputNumber min={3} max={100_000} precision={0} suffix="份" style={{ width: 180 }} />
      </Field>
      <Field name="needsQualification" label="需要有效资质" valuePropName="checked">
        <Switch />
      </Field>
    </FormDrawer>
  )
}

function Tags(): ReactNode {
  const tags = useCall(teacherCategory.listTag, {})
  const [isManaging, setManaging] = useState(false)
  return (
    <section className="kp-card" aria-label="讲师标签">
      <h2 className="kp-teacher-heading">讲师标签</h2>
      <Loaded of={tags}>
        {(all) => (
          <p>{all.length === 0 ? '还没有标签' : all.map(({ name, teacherCount }) => `${name}（${teacherCount}）`).join('　')}</p>
        )}
      </Loaded>
      <RightButton right={teacherCategory.saveOrUpdateTag} onClick={() => setManaging(true)}>
        管理标签
      </RightButton>
      <TagManager open={isManaging} onClose={() => setManaging(false)} />
    </section>
  )
}
