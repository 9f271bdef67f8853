package io.sternway.executor.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sternway.executor.domain.content.EmptyValues;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmptyValuesTest {

    @ParameterizedTest(name = "{0} on {1}, written by {2}: {4}")
    @DisplayName("K8 an empty value takes nothing away that a controller has filled in")
    @CsvSource(
            delimiter = '|',
            value = {
                "{spec: {caBundle: ''}} | {spec: {caBundle: abc}} | injector     | {'f:spec': {'f:caBundle': {}}} | {spec: {}}",
                "{spec: {caBundle: ''}} | {spec: {caBundle: abc}} | kubectl-edit | {'f:spec': {'f:caBundle': {}}} | {spec: {caBundle: ''}}",
                "{spec: {caBundle: ''}} | {spec: {caBundle: abc}} | ours         | {'f:spec': {'f:caBundle': {}}} | {spec: {caBundle: ''}}",
                "{spec: {caBundle: ''}} | {spec: {caBundle: abc}} | injector     | {'f:spec': {'f:other': {}}}    | {spec: {caBundle: ''}}",
                "{spec: {caBundle: x}}  | {spec: {caBundle: abc}} | injector     | {'f:spec': {'f:caBundle': {}}} | {spec: {caBundle: x}}",
                "{data: {}}             | {data: {key: abc}}      | server       | {'f:data': {'f:key': {}}}      | {}",
                "{webhooks: [{name: a, ca: ''}]} | {webhooks: [{name: a, ca: abc}]} | injector | {'f:webhooks': {'k:{\"name\":\"a\"}': {'f:ca': {}}}} | {webhooks: [{name: a}]}",
                "{aggregationRule: {x: y}, rules: []} | {rules: [{verbs: [get]}]} | nobody | {} | {aggregationRule: {x: y}}",
            })
    void whatIsLeft(String wanted, String live, String manager, String fields, String expected) {
        Map<String, Object> object = Json.of(wanted);
        Map<String, Object> there = Json.of(live);
        there.put("metadata", Json.of("{managedFields: [{manager: " + manager + ", fieldsV1: " + fields + "}]}"));

        EmptyValues.leave(object, there, "ours");

        assertEquals(Json.of(expected), object);
    }
}
