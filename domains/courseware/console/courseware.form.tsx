import { Bones, ErrorState, formFor, useCall } from '@kaopei/web'
import { Drawer, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { coursewareType } from '../contract/codes.ts'
import { type CoursewareDetail, courseware } from '../contract/courseware.ts'
import { CreditsField } from './credits-field.tsx'
import { creditFields, KnowledgePoints, useMayChoosePoints } from './fact-fields.tsx'
import { FilmCoverField } from './film-cover.tsx'
import { PictureField } from './picture-field.tsx'

const { Field, FormDrawer } = formFor(courseware.update)
const title = '编辑课件'

interface EditProps {
  readonly id: string
  readonly onClose: () => void
}

export function EditCourseware({ id, onClose }: EditProps): ReactNode {
  const asked = useCall(courseware.detail, { id })
  const [fresh, setFresh] = useState<CoursewareDetail>()
  // What was read at an earlier opening may be old by now.
  if (!fresh && asked.data && !asked.isFetching) setFresh(asked.data)
  if (fresh) return <EditLoaded row={fresh} onClose={onClose} />
  return (
    <Drawer open title={title} size={720} onClose={onClose}>
      {asked.error ? <ErrorState error={asked.error} onRetry={asked.refetch} /> : <Bones rows={6} />}
    </Drawer>
  )
}

function EditLoaded({ row, onClose }: { readonly row: CoursewareDetail; readonly onClose: () => void }): ReactNode {
  const { id, version, descript, coverUrl, contributor, author, teacher, assistTeacher, knowledgePoints } = row
  const mayChoosePoints = useMayChoosePoints()
  return (
    <FormDrawer
      open
      title={title}
      width={720}
      onClose={onClose}
      endpoint={courseware.update}
      successText="修改成功"
      initialValues={{
        id,
        version,
        title: row.title,
        descript,
        coverUrl: coverUrl ?? '',
        contributor,
        author,
        teacher,
        assistTeacher,
        knowledgePointIds: knowledgePoints.map((point) => point.id),
      }}
    >
      <Field name="title" label="标题" required>
        <Input maxLength={100} showCount placeholder="请输入标题" />
      </Field>
      {creditFields.map(({ name, label }) => (
        <Field key={name} name={name} label={label} required={name === 'contributor'}>
          <CreditsField label={label} isTeaching={name === 'teacher' || name === 'assistTeacher'} />
        </Field>
      ))}
      {mayChoosePoints && (
        <Field name="knowledgePointIds" label="知识点">
          <KnowledgePoints />
        </Field>
      )}
      <Field name="coverUrl" label="封面">
        {row.type === coursewareType.video ? <FilmCoverField label="封面" film={id} /> : <PictureField label="封面" />}
      </Field>
      <Field name="descript" label="描述">
        <Input.TextArea maxLength={500} showCount rows={3} placeholder="请输入描述" />
      </Field>
    </FormDrawer>
  )
}
