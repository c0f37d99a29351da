import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, notify } from '../api/client';
import type { components, operations } from '../api/notify';
import { keys } from '../api/keys';
import { upload } from '../api/upload';
import { register as en } from '../i18n/en/register';
import { register as es } from '../i18n/es/register';
import { useWords } from '../i18n/language';

type Schemas = components['schemas'];
export type Notification = Schemas['Notificacion'];
/** A notification with what came back for its e-mails. */
export type Detail = Schemas['NotificacionDetallada'];
export type State = Notification['estado'];
export type Channel = Notification['canal'];
export type Case = Schemas['Proceso'];
export type Subject = Schemas['Sujeto'];
export type Court = Schemas['Juzgado'];
export type MailPreview = Schemas['VistaPrevia'];
export type Attachment = Schemas['Adjunto'];
export type MailTemplate = Schemas['PlantillaCorreo'];
/** What a person writes in a template. */
export type TemplateValues = Pick<MailTemplate, 'asunto' | 'texto' | 'firma'>;
export type User = Schemas['Usuario'];
export type Day = Schemas['Dia'];

export const states: State[] = ['PENDIENTE', 'EN_PROCESO', 'ENVIADA', 'RECIBIDA', 'FALLIDA', 'CANCELADA'];
export const channels: Channel[] = ['EMAIL', 'WHATSAPP', 'PRESENCIAL', 'TELEFONO', 'CORREO_FISICO'];
export const parts = ['DEMANDANTE', 'DEMANDADO', 'VINCULADO', 'APODERADO', 'OTRO'] as const;
export const documentTypes = ['CC', 'CE', 'TI', 'NIT', 'PASAPORTE', 'PPT', 'OTRO'];

export const useRegisterWords = () => useWords({ es, en });

/** The register writes times in UTC without a zone. */
export const utc = (stamp: string) => `${stamp}Z`;

export type NotificationQuery = NonNullable<operations['notificaciones']['parameters']['query']>;

export const pageSize = 50;

export const notificationsQuery = (query: NotificationQuery) =>
  queryOptions({
    queryKey: keys.notifications(query),
    queryFn: () => answer(notify.GET('/notificaciones', { params: { query } })),
    placeholderData: keepPreviousData,
  });

export const notificationQuery = (id: string) =>
  queryOptions({
    queryKey: keys.notification(id),
    queryFn: () => answer(notify.GET('/notificaciones/{id}', { params: { path: { id } } })),
    // An e-mail on its way ends by itself.
    refetchInterval: (q) => (['EN_COLA', 'ENVIANDO'].includes(q.state.data?.envio?.estado ?? '') ? 2000 : false),
  });

/** The e-mail as it would be sent now. */
export const mailPreviewQuery = (id: string) =>
  queryOptions({ queryKey: keys.mailPreview(id), queryFn: () => answer(notify.GET('/notificaciones/{id}/vista-previa', at(id))) });

export const casesQuery = (query: { q?: string; page?: number; juzgado_id?: string }) =>
  queryOptions({
    queryKey: keys.registerCases(query),
    queryFn: () => answer(notify.GET('/procesos', { params: { query: { ...query, page_size: pageSize } } })),
    placeholderData: keepPreviousData,
  });

export const caseQuery = (id: string) =>
  queryOptions({ queryKey: keys.registerCase(id), queryFn: () => answer(notify.GET('/procesos/{id}', { params: { path: { id } } })) });

export const subjectsQuery = (query: { q?: string; page?: number }) =>
  queryOptions({
    queryKey: keys.subjects(query),
    queryFn: () => answer(notify.GET('/sujetos', { params: { query: { ...query, page_size: pageSize } } })),
    placeholderData: keepPreviousData,
  });

export const subjectQuery = (id: string) =>
  queryOptions({ queryKey: keys.subject(id), queryFn: () => answer(notify.GET('/sujetos/{id}', { params: { path: { id } } })) });

export const courtsQuery = queryOptions({
  queryKey: keys.courts,
  queryFn: async () => (await answer(notify.GET('/juzgados'))).items,
});

export const mailTemplateQuery = (court: string) =>
  queryOptions({ queryKey: keys.mailTemplate(court), queryFn: () => answer(notify.GET('/juzgados/{id}/plantilla-correo', at(court))) });

/** An e-mail of an example, in the words of a template that is not stored. */
export const templatePreviewQuery = (court: string, body: TemplateValues) =>
  queryOptions({
    queryKey: keys.templatePreview(court, body),
    queryFn: () => answer(notify.POST('/juzgados/{id}/plantilla-correo/vista-previa', { ...at(court), body })),
    placeholderData: keepPreviousData,
  });

export const calendarQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: keys.calendar(from, to),
    queryFn: async () => (await answer(notify.GET('/calendario', { params: { query: { desde: from, hasta: to } } }))).dias,
    placeholderData: keepPreviousData,
  });

export const usersQuery = (page?: number) =>
  queryOptions({
    queryKey: keys.registerUsers(page),
    queryFn: () => answer(notify.GET('/usuarios', { params: { query: { page, page_size: pageSize } } })),
    placeholderData: keepPreviousData,
  });

export const userEventsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.registerUserEvents(id),
    queryFn: async () => (await answer(notify.GET('/usuarios/{id}/historial', { params: { path: { id }, query: { page_size: 100 } } }))).items,
  });

const correctionsQuery = (path: '/procesos/{id}/historial' | '/sujetos/{id}/historial' | '/juzgados/{id}/historial') => (id: string) =>
  queryOptions({
    queryKey: keys.corrections(id),
    queryFn: async () => (await answer(notify.GET(path, { params: { path: { id }, query: { page_size: 100 } } }))).items,
  });
export const caseCorrectionsQuery = correctionsQuery('/procesos/{id}/historial');
export const subjectCorrectionsQuery = correctionsQuery('/sujetos/{id}/historial');
export const courtCorrectionsQuery = correctionsQuery('/juzgados/{id}/historial');

/** A change of the register: whatever is shown of it is loaded anew. */
export function useChange<V, R>(run: (variables: V) => Promise<R>, done: (result: R, variables: V) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async (result, variables) => {
      done(result, variables); // first: a draft that is done with is not shown beside what came of it
      await queries.invalidateQueries({ queryKey: keys.register });
    },
  });
}

const at = (id: string) => ({ params: { path: { id } } });
/** Once, however often the button is pressed or the connection breaks. */
const once = (key: string) => ({ params: { header: { 'Idempotency-Key': key } } });

export const moveNotification = (id: string, to: State, remark: string) =>
  answer(notify.PATCH('/notificaciones/{id}/estado', { ...at(id), body: { nuevo_estado: to, observacion: remark } }));
export const sendNotification = (id: string, key: string) =>
  answer(notify.POST('/notificaciones/{id}/enviar', { params: { path: { id }, header: { 'Idempotency-Key': key } } }));
export const stopNotification = (id: string) => answer(notify.POST('/notificaciones/{id}/detener', at(id)));
export function attachFile(id: string, file: File) {
  const form = new FormData();
  form.append('archivo', file, file.name);
  return upload<Attachment>(`/notificaciones/${id}/adjuntos`, form, { key: crypto.randomUUID() });
}
export const detachFile = (id: string, adjunto: string) =>
  answer(notify.DELETE('/notificaciones/{id}/adjuntos/{adjunto}', { params: { path: { id, adjunto } } }));
export const attachmentAddress = (id: string, a: Attachment) => `/notificaciones/${id}/adjuntos/${a.id}`;
export const makeNotification = (body: Schemas['NotificacionNueva'], key: string) => answer(notify.POST('/notificaciones', { ...once(key), body }));
export const makeCase = (body: Schemas['ProcesoNuevo'], key: string) => answer(notify.POST('/procesos', { ...once(key), body }));
export const makeSubject = (body: Schemas['SujetoNuevo'], key: string) => answer(notify.POST('/sujetos', { ...once(key), body }));
export const correctCase = (id: string, body: Schemas['CorreccionDeProceso']) => answer(notify.PATCH('/procesos/{id}', { ...at(id), body }));
export const correctSubject = (id: string, body: Schemas['CorreccionDeSujeto']) => answer(notify.PATCH('/sujetos/{id}', { ...at(id), body }));
/** The values that were changed; an emptied one is deleted. */
export const changesOf = <V extends Record<string, string>>(from: V, to: V): { [K in keyof V]?: string | null } =>
  Object.fromEntries(Object.entries(to).flatMap(([name, value]) => (value === from[name] ? [] : [[name, value || null]]))) as {
    [K in keyof V]?: string | null;
  };
export const makeCourt = (body: Schemas['JuzgadoNuevo'], key: string) => answer(notify.POST('/juzgados', { ...once(key), body }));
export const setMailTemplate = (court: string, body: TemplateValues) => answer(notify.PUT('/juzgados/{id}/plantilla-correo', { ...at(court), body }));
export const resetMailTemplate = (court: string) => answer(notify.DELETE('/juzgados/{id}/plantilla-correo', at(court)));
export const makeUser = (body: Schemas['UsuarioNuevo'], key: string) => answer(notify.POST('/usuarios', { ...once(key), body }));
export const unlockUser = (id: string) => answer(notify.POST('/usuarios/{id}/desbloquear', at(id)));
export const disableUser = (id: string) => answer(notify.POST('/usuarios/{id}/desactivar', at(id)));
export const endUserSessions = (id: string) => answer(notify.POST('/usuarios/{id}/terminar-sesiones', at(id)));

/** What Pages asks for, of a list of the register. */
export const pagesOf = (list: { page: number; page_size: number; total: number } | undefined) =>
  list && { page: list.page, total: list.total, total_pages: Math.ceil(list.total / list.page_size) };
