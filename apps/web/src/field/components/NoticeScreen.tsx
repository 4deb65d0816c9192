import { type FieldSession } from '@despacho/contracts/dispatch';
import { acceptNotice } from '../state/settings.ts';
import { Action } from './Action.tsx';
import { Screen } from './Screen.tsx';
import { Section } from './Section.tsx';
import styles from './NoticeScreen.module.css';

/** What the page records about the courier and the recipients. Shown once per connected phone, and from the menu. */
export function NoticeScreen({ session, isFirst }: { session: FieldSession; isFirst: boolean }) {
  return (
    <Screen
      title={isFirst ? 'Antes de empezar' : 'Aviso de privacidad'}
      {...(!isFirst && { back: { name: 'menu' } })}
      footer={isFirst ? <Action onClick={() => acceptNotice(session)}>Entendido, continuar</Action> : undefined}
    >
      <p>
        {session.courier}, esta página es para su trabajo en {session.office}. Esto es lo que registra de usted y de
        quienes reciben:
      </p>
      <Section title="Qué se registra">
        <ul className={styles['list']}>
          <li>Cada visita: la hora, el lugar del teléfono y lo que usted escribe.</li>
          <li>Fotos y firma, solo cuando usted las toma.</li>
          <li>Quién recibe y, si se lo da, su DNI.</li>
          <li>
            Su recorrido: solo entre «Salí a ruta» y «Cierre del día», y solo mientras esta página está a la vista.
            Mientras usa Maps u otra aplicación no se envía nada, salvo que su oficina le haya instalado Traccar Client.
          </li>
        </ul>
      </Section>
      <Section title="Qué guarda su oficina de usted">
        <ul className={styles['list']}>
          <li>Su nombre, teléfono, vehículo, placa, turno y zonas.</li>
          <li>
            El número y el vencimiento de su licencia y de los documentos del vehículo, sin copias. Los ve solo quien
            administra al personal. Se borran 90 días después de que usted deja de trabajar aquí.
          </li>
          <li>Los días en que no trabaja, sin el motivo. Se borran a los 90 días.</li>
          <li>
            De los recorridos de todos: cuántos metros y minutos toma ir de una parada a otra, según la hora y la
            distancia. Son sumas de la oficina, sin su nombre ni sus lugares, y sirven para ordenar las paradas.
          </li>
        </ul>
      </Section>
      <Section title="Cuánto tiempo se guarda">
        <ul className={styles['list']}>
          <li>En este teléfono: solo el día. Se borra al cerrar el día, al salir o si la oficina lo desconecta.</li>
          <li>Lo que falta enviar se queda cifrado aquí hasta que usted vuelva a conectarse.</li>
          <li>En la oficina: el recorrido, 60 días. Las fotos, firmas y visitas, el plazo que fijó su empresa.</li>
        </ul>
      </Section>
      <Section title="Quién lo ve">
        <p>
          El personal autorizado de su oficina. La foto y la firma de una entrega pueden mostrarse al cliente que la
          pidió.
        </p>
      </Section>
      <p className="muted">
        Sus datos se tratan según la Ley 29733, de Protección de Datos Personales. Puede pedir a su empresa verlos,
        corregirlos o que los elimine. Puede leer este aviso otra vez en el menú.
      </p>
    </Screen>
  );
}
