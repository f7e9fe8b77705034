export { ActionButton, type ActionButtonProps, RightButton, type RightButtonProps } from './action-button.tsx'
export type { CategoryDeleteProps } from './category/category-delete.tsx'
export type { CategoryFormProps } from './category/category-form.tsx'
export { type CategoryOption, categoryOptions, findNode, otherPlaces, type Place, siblingsIn } from './category/category-nodes.ts'
export { CategorySelect, type CategorySelectProps } from './category/category-select.tsx'
export { CategoryTree, type CategoryTreeProps } from './category/category-tree.tsx'
export { CategoryDelete, CategoryForm } from './category/opened-form.ts'
export { useChosenCategory } from './category/use-chosen-category.ts'
export { choiceState, moreChoices } from './choice-state.tsx'
export { type Access, access, may, useMay } from './client/access.ts'
export { CodeTag, ToneTag, toneColours } from './code-tag.tsx'
export { copyText } from './copy-text.ts'
export { Dash } from './dash.tsx'
export { DetailPage, type DetailPageProps, type DetailTab } from './detail-page.tsx'
export { DropMenu, type DropMenuProps } from './drop-menu.tsx'
export { FocusReturn } from './focus-return.tsx'
export { DrawerFooter, type DrawerFooterProps, SpacedButton } from './form/drawer-footer.tsx'
export { type FormParts, formFor } from './form/form-for.tsx'
export type { Draft, Held, InitialValues } from './form/form-values.ts'
export { FoundSelect } from './form/found-select.tsx'
export { DateInput, InstantInput, InstantRangeInput } from './form/inputs.tsx'
export type { UploadFieldProps } from './form/upload-control.tsx'
export { UploadField } from './form/upload-field.tsx'
export { useAskedClose } from './form/use-asked-close.ts'
export type { EndpointForm } from './form/use-endpoint-form.ts'
export { useUnsavedGuard } from './form/use-unsaved-guard.ts'
export {
  dash,
  exactNumber,
  formatBytes,
  formatDate,
  formatDuration,
  formatInstant,
  formatNumber,
  formatScore,
  relativeTime,
} from './format.ts'
export { FullScreen, type FullScreenProps } from './full-screen.tsx'
export {
  type ColumnMapping,
  type ImportCheck,
  ImportDrawer,
  type ImportDrawerProps,
  type ImportFollow,
  type ImportInput,
  ImportStepper,
  type MappingPreview,
} from './import/import-drawer.tsx'
export {
  type ImportCheckReport,
  type ImportOutcome,
  type ImportRefusal,
  type ImportResult,
  type ImportRowReport,
  importOutcome,
} from './import/import-result.ts'
export { LabelManager, type LabelManagerProps } from './labels/label-manager.tsx'
export { FilterDrawer, type FilterDrawerProps } from './list/filter-drawer.tsx'
export { type FilterControl, type FilterOf, type FilterSpec, filtersOf, type TreeOption } from './list/filter-spec.ts'
export { ListFilters } from './list/list-filters.tsx'
export { ListPage, type ListPageProps, type Selection } from './list/list-page.tsx'
export { type ListSource, listOf, type RowPage, useAllRows, useRows } from './list/list-source.ts'
export { type ListState, withFilters } from './list/list-state.ts'
export { mayOrWarn } from './list/no-permission.ts'
export { Pager, type PagerProps } from './list/pager.tsx'
export { type Acting, calling, divider, type RowAction, RowActions } from './list/row-actions.tsx'
export { type List, type RowOf, useList } from './list/use-list.ts'
export { NodeMenu, type NodeMenuProps } from './node-menu.tsx'
export { type ConfirmWords, confirmAction, confirmLeaving, showNotice, toast, warmUpMessages } from './notify.tsx'
export { OutlineCard, type OutlineMoves, OutlineRow } from './outline/outline-card.tsx'
export type { OutlineMove } from './outline/outline-moves.ts'
export { PageHeader, type PageHeaderProps } from './page-header.tsx'
export { PersonMark } from './person-mark.tsx'
export type { PickApi, Picked, PickGuard, PickKind, PickTab } from './pick/pick.ts'
export { PickListTab, type PickListTabProps } from './pick/pick-list-tab.tsx'
export { PickTable, type PickTableProps } from './pick/pick-table.tsx'
export { type PickTabName, type PickType, pickTabs, pickTypes } from './pick/pick-tabs.ts'
export { usePickGuard } from './pick/use-pick-guards.ts'
export { BoughtCoursewareTab, type BoughtRow } from './pickers/bought-courseware-tab.tsx'
export { type CourseRow, CourseSidePanel, type CourseSidePanelProps } from './pickers/course-side-panel.tsx'
export { PracticePicker, type PracticeRow } from './pickers/practice-picker.tsx'
export { type ProjectRow, ProjectTab } from './pickers/project-tab.tsx'
export { WebProviders } from './providers.tsx'
export {
  type Action,
  type CallState,
  type Outcome,
  queryClient,
  queryKeyOf,
  type UseActionOptions,
  type UseCallOptions,
  useAction,
  useCall,
  useCalls,
  useListRefresh,
  useRunner,
} from './query.ts'
export { Chart, type ChartProps, type ChartTable } from './report/chart.tsx'
export { RangeField, type RangeFieldProps } from './report/range-field.tsx'
export {
  type DayRange,
  exportProblem,
  isSoundRange,
  longestRangeDays,
  type ReportField,
  type ReportFieldGroup,
  type ReportRow,
  rangeWarning,
} from './report/report-fields.ts'
export { ReportShell, type ReportShellProps } from './report/report-shell.tsx'
export { RingChart, type RingChartProps, type RingPart } from './report/ring-chart.tsx'
export {
  type StatisticsInput,
  type StatisticsOpening,
  StatisticsPanel,
  type StatisticsPanelProps,
  type StatisticsTab,
} from './report/statistics-panel.tsx'
export { RichText } from './rich-text/rich-text.tsx'
export { RichTextEditor, type RichTextEditorProps } from './rich-text/rich-text-editor.tsx'
export { CurrentRoute, useRouteName } from './route-context.ts'
export type { RouteSpec } from './route-spec.ts'
export { scrollToTop } from './scroll.ts'
export { SidePanel, type SidePanelProps } from './side-panel.tsx'
export { type Slot, slot } from './slot.ts'
export { movedTo, useSortableRows } from './sortable-rows.tsx'
export { Bones, Delayed, EmptyState, ErrorState, LoadAgain, Loaded, PageSkeleton } from './states.tsx'
export { defaultPrimary, presetColours, type UiSettings, type UiSize, uiSettings, uiSizes, useUiSettings } from './ui-settings.ts'
export { useAddress } from './use-address.ts'
export { useIsNarrow } from './use-is-narrow.ts'
export { useIsOwn } from './use-own.ts'
export { useSettled } from './use-settled.ts'
export { ArticlePreview, CodeViewer, DocumentViewer, FileViewer, MediaPlayer } from './viewers.tsx'
export { wallClock } from './wall-clock.ts'
export { whenOpened, whenShown } from './when-opened.tsx'
export { Wizard, type WizardProps, type WizardStep } from './wizard.tsx'
